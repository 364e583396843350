package io.koordbridge.manager.webhook;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.profile.PodMutation;
import io.koordbridge.manager.webhook.AdmissionReviews.Request;
import io.koordbridge.protocol.Labels;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code /mutate-pod}. */
final class PodAdmission {

    private static final Logger LOG = LoggerFactory.getLogger(PodAdmission.class);
    private static final ArrayNode NO_CHANGE = JsonNodeFactory.instance.arrayNode();
    private static final int INTERNAL_ERROR = 500;
    private static final int BAD_REQUEST = 400;
    private static final int DRAWS = 100;

    private final ProfileView view;
    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Set<String> excludedNamespaces;
    private final String ownNamespace;
    private final PodMutation.Gates gates;

    PodAdmission(ProfileView view, EventRecorder events, MetricRegistry metrics, WebhookSettings settings) {
        this.view = view;
        this.events = events;
        this.metrics = metrics;
        this.excludedNamespaces = settings.excludedNamespaces();
        this.ownNamespace = settings.namespace();
        this.gates = settings.gates();
    }

    String answer(Request request) {
        if (!request.resource().equals("pods")
                || !request.subResource().isEmpty()
                || !request.operation().equals("CREATE")) {
            return AdmissionReviews.allowed(request, NO_CHANGE);
        }
        ObjectNode pod = request.object();
        if (pod == null) {
            return AdmissionReviews.denied(request, BAD_REQUEST, "request.object is missing");
        }
        String own = pod.path("metadata").path("namespace").asText("");
        String namespace = own.isEmpty() ? request.namespace() : own;
        Optional<Map<String, String>> namespaceLabels = view.namespaceLabels(namespace);
        if (isExempt(pod, namespace, namespaceLabels)) {
            count("exempt");
            return AdmissionReviews.allowed(request, NO_CHANGE);
        }
        PodMutation.Outcome outcome = PodMutation.mutate(new PodMutation.Input(
                pod,
                namespaceLabels.orElse(null),
                view.profiles(),
                view.priorityClasses(),
                ThreadLocalRandom.current().nextInt(DRAWS),
                gates));
        outcome.findings().forEach(this::tell);
        String name = pod.path("metadata")
                .path("name")
                .asText(pod.path("metadata").path("generateName").asText(""));
        if (outcome.refusal() != null) {
            count("rejected");
            LOG.warn("pod refused pod={}/{} reason={}", namespace, name, outcome.refusal());
            return AdmissionReviews.denied(request, INTERNAL_ERROR, outcome.refusal());
        }
        ArrayNode patch = JsonPatches.between(pod, outcome.pod());
        count(patch.isEmpty() ? "unchanged" : "changed");
        if (!patch.isEmpty()) {
            LOG.info("pod mutated pod={}/{} profiles={}", namespace, name, outcome.applied());
        }
        return AdmissionReviews.allowed(request, patch);
    }

    private boolean isExempt(ObjectNode pod, String namespace, Optional<Map<String, String>> namespaceLabels) {
        boolean podOptsOut = pod.path("metadata")
                .path("labels")
                .path(Labels.WEBHOOK_OPT_OUT)
                .asText("")
                .equals("true");
        boolean namespaceOptsOut = namespaceLabels
                .map(labels -> "true".equals(labels.get(Labels.WEBHOOK_OPT_OUT)))
                .orElse(false);
        return podOptsOut
                || namespaceOptsOut
                || namespace.equals(ownNamespace)
                || excludedNamespaces.contains(namespace);
    }

    private void tell(PodMutation.Finding finding) {
        LOG.warn(
                "profile not applied profile={} reason={} {}",
                finding.profile().getMetadata().getName(),
                finding.reason(),
                finding.message());
        events.record(finding.profile(), EventType.WARNING, finding.reason(), finding.message());
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_pod_mutations_total", "outcome", outcome))
                .inc();
    }
}
