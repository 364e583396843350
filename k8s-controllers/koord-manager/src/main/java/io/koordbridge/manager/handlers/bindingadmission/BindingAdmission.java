package io.koordbridge.manager.handlers.bindingadmission;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code /validate-pod-binding}. A pod that cannot be read may be bound: scheduling must not depend on us. */
public final class BindingAdmission implements AdmissionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(BindingAdmission.class);
    private static final AdmissionPath SERVED =
            AdmissionPath.validate("/validate-pod-binding", "pod", "BindingAdmission");
    private static final int FORBIDDEN = 403;

    private final BindingRules rules;
    private final boolean enabled;
    private final PodReader pods;
    private final MetricRegistry metrics;

    /**
     * A handler.
     *
     * @param enabled gate BindingAdmissionWebhook
     * @param pods asked about the few pods whose binding would be denied
     */
    public BindingAdmission(BindingRules rules, boolean enabled, PodReader pods, MetricRegistry metrics) {
        this.rules = rules;
        this.enabled = enabled;
        this.pods = pods;
        this.metrics = metrics;
    }

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return true;
    }

    /** Whoever asks may wait for the pod. */
    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public AdmissionResult decide(Request request) {
        boolean binding = request.resource().equals("pods")
                && request.subResource().equals("binding")
                && request.operation().equals("CREATE");
        if (!enabled || !binding) {
            return AdmissionResult.allowed();
        }
        Optional<BindingDecision> decision = rules.decide(
                request.userName(),
                request.namespace(),
                () -> pods.marks(request.namespace(), request.name(), request.deadline()));
        decision.ifPresent(made -> tell(made, request));
        return decision.map(BindingDecision::isAllowed).orElse(true)
                ? AdmissionResult.allowed()
                : AdmissionResult.denied(
                        FORBIDDEN,
                        "user '" + request.userName() + "' may not bind pods here, allowed: " + rules.users());
    }

    private void tell(BindingDecision decision, Request request) {
        metrics.counter(MetricNames.of(
                        "koord_manager_webhook_binding_admission_decisions_total", "decision", decision.label()))
                .inc();
        if (decision == BindingDecision.DENIED || decision == BindingDecision.DRY_RUN) {
            LOG.warn(
                    "binding by another scheduler decision={} pod={}/{} user={}",
                    decision.label(),
                    request.namespace(),
                    request.name(),
                    request.userName());
        }
    }
}
