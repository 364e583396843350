package io.koordbridge.manager.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.handlers.bindingadmission.ApiPodReader;
import io.koordbridge.manager.handlers.bindingadmission.BindingAdmission;
import io.koordbridge.manager.handlers.bindingadmission.BindingRules;
import io.koordbridge.manager.handlers.configvalidation.ConfigMapAdmission;
import io.koordbridge.manager.handlers.configvalidation.NodeLabelAdmission;
import io.koordbridge.manager.handlers.podmutation.PodAdmission;
import io.koordbridge.manager.handlers.podvalidation.EnhancedRulesSource;
import io.koordbridge.manager.handlers.podvalidation.OwnUser;
import io.koordbridge.manager.handlers.podvalidation.PodQuotas;
import io.koordbridge.manager.handlers.podvalidation.PodValidation;
import io.koordbridge.manager.handlers.podvalidation.PodValidationAdmission;
import io.koordbridge.manager.handlers.podvalidation.QuotaMembership;
import io.koordbridge.manager.handlers.reservation.ReservationAdmission;
import io.koordbridge.manager.handlers.resourceamplification.NodeStatusAdmission;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.profile.view.ProfileWarnings;
import io.koordbridge.manager.quota.admission.QuotaAdmission;
import io.koordbridge.manager.server.certificate.CertificateController;
import io.koordbridge.manager.server.registration.WebhookRegistration;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.DebugView;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import io.koordbridge.manager.server.webhook.WebhookServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The webhook of every replica: a handler per path whose gate is on. */
final class WebhookWiring {

    private final ManagerConfiguration config;
    private final BridgeContext context;
    private final FeatureGates gates;
    private final List<AdmissionHandler> handlers = new ArrayList<>();
    private final List<DebugView> views = new ArrayList<>();

    private WebhookWiring(ManagerConfiguration config, BridgeContext context) {
        this.config = config;
        this.context = context;
        this.gates = config.featureGates();
    }

    static void start(
            ManagerConfiguration config, BridgeContext context, ClusterView view, ManagerProcess.Shared shared) {
        QuotaWiring quotas = shared.quotas();
        WebhookWiring process = new WebhookWiring(config, context);
        process.addConfigHandlers(view);
        process.addNodeHandlers();
        shared.profiles().view().ifPresent(profiles -> process.addProfiles(profiles, quotas));
        process.addPodValidation(quotas);
        process.addBindingAdmission();
        process.handlers.addAll(quotas.handlers(view));
        process.views.add(quotas.page());
        process.serve();
    }

    private void addProfiles(ProfileView profiles, QuotaWiring quotas) {
        ProfileWarnings findings = new ProfileWarnings(context.events());
        if (gates.isOn(Gate.POD_MUTATING_WEBHOOK)) {
            handlers.add(new PodAdmission(
                    new PodAdmission.Parts(context.metrics(), context.clock(), config.webhook(), gates),
                    profiles,
                    findings,
                    quotas.trees(),
                    quotas.podGates()::addTo));
        }
        if (gates.isOn(Gate.RESERVATION_MUTATING_WEBHOOK)) {
            handlers.add(new ReservationAdmission(profiles, findings));
        }
    }

    private void addPodValidation(QuotaWiring quotaProcess) {
        if (!gates.isOn(Gate.POD_VALIDATING_WEBHOOK)) {
            return;
        }
        QuotaAdmission admission = quotaProcess.admission();
        PodQuotas quotas = new QuotaMembership(
                admission::quotaName, quotaProcess.view()::topology, admission::admit, quotaProcess.view()::synced);
        EnhancedRulesSource enhanced = context.manage(
                new EnhancedRulesSource(context.feeds(), config.podEnhancedValidator(), context.events()));
        boolean enhancedOn = gates.isOn(Gate.ENABLE_POD_ENHANCED_VALIDATOR);
        if (enhancedOn) {
            enhanced.start();
        }
        handlers.add(new PodValidationAdmission(
                new PodValidation(gates, quotas, enhanced::rules),
                () -> quotas.ready() && (!enhancedOn || enhanced.synced()),
                config.webhook().scope(),
                appliesProfiles(),
                context.metrics()));
    }

    /** With the validation of pods it is served as well, and admits everything while its own gate is off. */
    private void addBindingAdmission() {
        if (!gates.isOn(Gate.POD_VALIDATING_WEBHOOK) && !gates.isOn(Gate.BINDING_ADMISSION_WEBHOOK)) {
            return;
        }
        handlers.add(new BindingAdmission(
                BindingRules.of(config.bindingAdmission()),
                gates.isOn(Gate.BINDING_ADMISSION_WEBHOOK),
                new ApiPodReader(context.client(), context.metrics()),
                context.metrics()));
    }

    /** No replica does while the controller of profiles is off. */
    private Predicate<String> appliesProfiles() {
        return gates.isOn(Gate.COLOCATION_PROFILE_CONTROLLER)
                ? OwnUser.of(context.client(), context.metrics())
                : user -> false;
    }

    private void addConfigHandlers(ClusterView view) {
        if (gates.isOn(Gate.CONFIG_MAP_VALIDATING_WEBHOOK)) {
            handlers.add(new ConfigMapAdmission(view, config.configMap(), config.nodeStrategyNameNeedCheck()));
        }
        if (gates.isOn(Gate.NODE_VALIDATING_WEBHOOK)) {
            handlers.add(new NodeLabelAdmission(view));
        }
    }

    private void addNodeHandlers() {
        if (gates.isOn(Gate.NODE_MUTATING_WEBHOOK)) {
            handlers.add(new NodeStatusAdmission());
        }
    }

    private void serve() {
        WebhookConfig settings = config.webhook();
        Set<String> paths =
                handlers.stream().map(handler -> handler.served().path()).collect(Collectors.toSet());
        WebhookServer server = context.manage(
                new WebhookServer(settings, handlers, views, context.access()::refusal, context.metrics()));
        WebhookRegistration registration = context.manage(new WebhookRegistration(context.feeds(), settings, paths));
        CertificateController keeper = context.manage(new CertificateController(
                context.client(), settings, registration, context.clock(), context.metrics(), server::use));
        context.environment().healthChecks().register("webhook-certificate", keeper);
        keeper.start(context.tasks());
    }
}
