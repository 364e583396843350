package io.koordbridge.manager.handlers.podvalidation;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.manager.server.webhook.WebhookScope;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Answers {@code /validate-pod}. */
public final class PodValidationAdmission implements AdmissionHandler {

    private static final AdmissionPath SERVED = AdmissionPath.validate("/validate-pod", "pod", "PodValidation");
    private static final String UPDATE = "UPDATE";

    private final PodValidation validation;
    private final BooleanSupplier ready;
    private final WebhookScope scope;
    private final Predicate<String> appliesProfiles;
    private final MetricRegistry metrics;

    /**
     * A handler.
     *
     * @param ready whether what the validation reads is there
     * @param appliesProfiles whether a user is the one who applies profiles to waiting pods
     */
    public PodValidationAdmission(
            PodValidation validation,
            BooleanSupplier ready,
            WebhookScope scope,
            Predicate<String> appliesProfiles,
            MetricRegistry metrics) {
        this.validation = validation;
        this.ready = ready;
        this.scope = scope;
        this.appliesProfiles = appliesProfiles;
        this.metrics = metrics;
    }

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return ready.getAsBoolean();
    }

    /** A quota may have to be read from the API server. */
    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public AdmissionResult decide(Request request) {
        if (!request.isAbout("pods", "CREATE", UPDATE) && !request.isAboutPart("pods", "resize", UPDATE)) {
            return AdmissionResult.allowed();
        }
        ObjectNode object = request.presentObject();
        ObjectNode oldObject = request.operation().equals(UPDATE) ? request.presentOldObject() : null;
        String own = object.path("metadata").path("namespace").asText("");
        String namespace = own.isEmpty() ? request.namespace() : own;
        if (!scope.covers(namespace, null)) {
            return AdmissionResult.allowed();
        }
        Pod before = oldObject == null ? null : ObjectDecoding.pod(oldObject);
        BooleanSupplier ofProfile = () -> isWaiting(before) && appliesProfiles.test(request.userName());
        return decide(
                new PodValidation.Change(ObjectDecoding.pod(object), before, namespace, request.deadline(), ofProfile));
    }

    /** A pod that has found its node since it was looked at keeps what it is. */
    private static boolean isWaiting(@Nullable Pod pod) {
        return pod != null && PodPlacement.nodeName(pod).isEmpty();
    }

    private AdmissionResult decide(PodValidation.Change change) {
        PodValidation.Outcome outcome = validation.validate(change);
        count(outcome.isAllowed() ? "allowed" : "denied");
        return outcome.isAllowed() ? AdmissionResult.allowed() : AdmissionResult.refused(outcome.reason());
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_pod_validations_total", "outcome", outcome))
                .inc();
    }
}
