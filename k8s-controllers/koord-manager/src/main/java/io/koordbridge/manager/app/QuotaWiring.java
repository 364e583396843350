package io.koordbridge.manager.app;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.koordbridge.admission.mutation.QuotaTrees;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.quota.admission.QuotaAdmission;
import io.koordbridge.manager.quota.topology.QuotaGates;
import io.koordbridge.manager.quota.topology.QuotaMetrics;
import io.koordbridge.manager.quota.topology.QuotaSumWatcher;
import io.koordbridge.manager.quota.topology.QuotaView;
import io.koordbridge.manager.quota.topology.ReviewTopology;
import io.koordbridge.manager.quota.topology.StoredQuotas;
import io.koordbridge.manager.quota.webhook.QuotaMutation;
import io.koordbridge.manager.quota.webhook.QuotaPage;
import io.koordbridge.manager.quota.webhook.QuotaPods;
import io.koordbridge.manager.quota.webhook.QuotaValidation;
import io.koordbridge.manager.schedulinggate.GatekeeperWord;
import io.koordbridge.manager.schedulinggate.KubernetesLeftGates;
import io.koordbridge.manager.schedulinggate.LeftGates;
import io.koordbridge.manager.schedulinggate.PodGates;
import io.koordbridge.manager.schedulinggate.SchedulingGatesConfig;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.DebugView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The quota trees of every replica: their caches, and what the webhook asks of them. */
final class QuotaWiring {

    private final BridgeContext context;
    private final FeatureGates gates;
    private final QuotaView view;
    private final StoredQuotas stored;
    private final SchedulingGatesConfig settings;
    private final GatekeeperWord word;

    QuotaWiring(ManagerConfiguration config, BridgeContext context) {
        this.context = context;
        this.gates = config.featureGates();
        this.settings = config.schedulingGates();
        this.word = context.manage(new GatekeeperWord(this::schedulerLease, System::nanoTime, context.clock()));
        this.view = context.manage(
                new QuotaView(context.feeds(), new QuotaMetrics(context.metrics()), config.quotaNamespaces()));
        this.stored = context.manage(StoredQuotas.of(context.client(), context.metrics()));
        context.environment().healthChecks().register("quotas", new SyncedCheck(view::unread));
    }

    private @Nullable Lease schedulerLease() {
        return context.client()
                .leases()
                .inNamespace(settings.leaseNamespace())
                .withName(settings.leaseName())
                .get();
    }

    QuotaView view() {
        return view;
    }

    /** Begins to fill the caches, after all listeners are registered. */
    void start(Leadership acting) {
        view.start();
        if (gates.isOn(Gate.POD_SCHEDULING_GATES)) {
            context.metrics().gauge("koord_manager_gatekeeper_works", () -> () -> word.isFresh() ? 1 : 0);
            word.start(context.tasks());
            context.manage(new LeftGates(
                            new KubernetesLeftGates(context.client()),
                            word,
                            settings.openAfter(),
                            () -> acting.acts() && acting.mayWrite(),
                            context.metrics()))
                    .start(context.tasks());
        }
        new QuotaSumWatcher(
                        view::topology,
                        view::named,
                        context.events(),
                        context.metrics(),
                        () -> acting.acts() && view.synced())
                .start(context.tasks());
    }

    /** The paths of quotas whose gates are on. */
    List<AdmissionHandler> handlers(ClusterView pods) {
        List<AdmissionHandler> handlers = new ArrayList<>();
        ReviewTopology trees = new ReviewTopology(view, stored);
        if (gates.isOn(Gate.ELASTIC_MUTATING_WEBHOOK)) {
            handlers.add(new QuotaMutation(view, trees));
        }
        if (gates.isOn(Gate.ELASTIC_VALIDATING_WEBHOOK)) {
            QuotaGates rules = new QuotaGates(
                    gates.isOn(Gate.ELASTIC_QUOTA_ENABLE_UPDATE_RESOURCE_KEY),
                    gates.isOn(Gate.ELASTIC_QUOTA_GUARANTEE_USAGE),
                    view.rule());
            handlers.add(new QuotaValidation(view, trees, QuotaPods.of(pods), rules));
        }
        return handlers;
    }

    /** The page of the quota trees. */
    DebugView page() {
        return new QuotaPage(view);
    }

    /** Which nodes the trees consist of, for the mutation of pods. */
    QuotaTrees trees() {
        return gates.isOn(Gate.MULTI_QUOTA_TREE) ? view : QuotaTrees.NONE;
    }

    /** Which new pods wait before kube-scheduler's queue: none while the gate is off, or no gatekeeper works. */
    PodGates podGates() {
        return new PodGates(
                view,
                gates.isOn(Gate.POD_SCHEDULING_GATES) ? settings.schedulerNames() : Set.of(),
                gates.isOn(Gate.DISABLE_DEFAULT_QUOTA),
                word::isFresh,
                context.metrics());
    }

    /** Admission of pods by the limit of their quota. */
    QuotaAdmission admission() {
        boolean replaceResources = gates.isOn(Gate.ELASTIC_QUOTA_EVALUATION_TRANSFORM_POD)
                && gates.isOn(Gate.REPLACE_RESOURCES_TRANSFORMER);
        return new QuotaAdmission(
                view,
                stored::named,
                context.clock(),
                new QuotaAdmission.Gates(
                        gates.isOn(Gate.ENABLE_QUOTA_ADMISSION),
                        gates.isOn(Gate.ENABLE_QUOTA_ADMISSION_ON_UPDATE),
                        gates.isOn(Gate.DISABLE_DEFAULT_QUOTA),
                        replaceResources,
                        gates.isOn(Gate.ELASTIC_QUOTA_IGNORE_POD_OVERHEAD)));
    }
}
