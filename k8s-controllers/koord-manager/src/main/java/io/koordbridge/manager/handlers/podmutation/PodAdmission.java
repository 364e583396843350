package io.koordbridge.manager.handlers.podmutation;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.admission.mutation.QuotaTrees;
import io.koordbridge.admission.mutation.RepeatableMutation;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.profile.view.ProfileDraw;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.profile.view.ProfileWarnings;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import io.koordbridge.manager.server.webhook.WebhookScope;
import io.koordbridge.protocol.Labels;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code /mutate-pod}: ClusterColocationProfiles and the annotations derived from a pod's resources. */
public final class PodAdmission implements AdmissionHandler {

    /** The path of this handler. */
    public static final String PATH = "/mutate-pod";

    private static final Logger LOG = LoggerFactory.getLogger(PodAdmission.class);
    private static final AdmissionPath SERVED = AdmissionPath.mutate(PATH, "pod", "ClusterColocationProfile");

    /** A warning of more than 256 characters may be cut off by the API server. */
    private static final String DEFAULTS =
            "LimitRange in namespace %s: its defaults of cpu and memory do not apply to batch pods."
                    + " If its min, max or ratio rejects the pod, take cpu and memory out of it, or label the namespace "
                    + Labels.WEBHOOK_OPT_OUT + "=true";

    private final ProfileView view;
    private final QuotaTrees trees;
    private final ProfileWarnings findings;
    private final MetricRegistry metrics;
    private final Clock clock;
    private final WebhookScope scope;
    private final PodMutation.Gates gates;
    private final BiConsumer<ObjectNode, String> further;

    /** What the admission is built from. */
    public record Parts(MetricRegistry metrics, Clock clock, WebhookConfig settings, FeatureGates gates) {}

    /**
     * An admission.
     *
     * @param further changes a pod of a namespace when profiles have; called with pods that are not refused
     */
    public PodAdmission(
            Parts parts,
            ProfileView view,
            ProfileWarnings findings,
            QuotaTrees trees,
            BiConsumer<ObjectNode, String> further) {
        this.view = view;
        this.trees = trees;
        this.further = further;
        this.findings = findings;
        this.metrics = parts.metrics();
        this.clock = parts.clock();
        this.scope = parts.settings().scope();
        FeatureGates on = parts.gates();
        this.gates = new PodMutation.Gates(
                on.isOn(Gate.COLOCATION_PROFILE_SKIP_MUTATING_RESOURCES),
                on.isOn(Gate.DISABLE_EXTENDED_RESOURCE_SPEC),
                on.isOn(Gate.DISABLE_DEVICE_RESOURCE_SPEC));
    }

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return view.synced() && trees.ready();
    }

    @Override
    public AdmissionResult decide(Request request) {
        if (!request.isAbout("pods", "CREATE")) {
            return AdmissionResult.allowed();
        }
        ObjectNode pod = request.presentObject();
        String own = pod.path("metadata").path("namespace").asText("");
        String namespace = own.isEmpty() ? request.namespace() : own;
        Optional<Map<String, String>> namespaceLabels = view.namespaceLabels(namespace);
        if (isExempt(pod, namespace, namespaceLabels)) {
            count("exempt");
            return AdmissionResult.allowed();
        }
        ObjectDecoding.pod(pod);
        PodMutation.Outcome outcome = RepeatableMutation.mutate(
                new PodMutation.Input(
                        pod,
                        namespaceLabels.orElse(null),
                        view.profiles(),
                        view.priorityClasses(),
                        ProfileDraw::next,
                        gates,
                        quota -> trees.nodeSelector(quota, namespace)),
                clock.instant());
        outcome.findings().forEach(findings::tell);
        String name = pod.path("metadata")
                .path("name")
                .asText(pod.path("metadata").path("generateName").asText(""));
        if (outcome.refusal() != null) {
            count("rejected");
            return AdmissionResult.failed(outcome.refusal());
        }
        further.accept(outcome.pod(), namespace);
        AdmissionResult changed = AdmissionResult.changed(pod, outcome.pod());
        count(changed.patch().isEmpty() ? "unchanged" : "changed");
        if (!changed.patch().isEmpty()) {
            LOG.info("pod mutated pod={}/{} profiles={}", namespace, name, outcome.applied());
        }
        return outcome.defaultsTaken() ? changed.withWarning(DEFAULTS.formatted(namespace)) : changed;
    }

    private boolean isExempt(ObjectNode pod, String namespace, Optional<Map<String, String>> namespaceLabels) {
        boolean podOptsOut = pod.path("metadata")
                .path("labels")
                .path(Labels.WEBHOOK_OPT_OUT)
                .asText("")
                .equals("true");
        return podOptsOut || !scope.covers(namespace, namespaceLabels.orElse(null));
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_pod_mutations_total", "outcome", outcome))
                .inc();
    }
}
