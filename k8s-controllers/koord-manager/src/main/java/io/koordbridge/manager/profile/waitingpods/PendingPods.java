package io.koordbridge.manager.profile.waitingpods;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.manager.server.webhook.WebhookScope;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which profiles take part, and which pods they concern. */
@PureCore
final class PendingPods {

    private static final String CONTROLLER_MANAGED = "config.koordinator.sh/controller-managed";

    private PendingPods() {}

    /**
     * Whether a profile is applied to waiting pods.
     *
     * @param byDefault whether profiles need not ask for it
     */
    static boolean takesPart(ClusterColocationProfile profile, boolean byDefault) {
        Map<String, String> labels = profile.getMetadata().getLabels();
        boolean asked = labels != null && "true".equals(labels.get(CONTROLLER_MANAGED));
        boolean going = profile.getMetadata().getDeletionTimestamp() != null;
        return profile.getSpec() != null && !going && (asked || byDefault);
    }

    /** Whether a pod waits for a node. */
    static boolean isWaiting(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return PodPlacement.nodeName(pod).isEmpty() && "Pending".equals(phase);
    }

    /**
     * Whether a profile concerns a pod. A profile without selector concerns no waiting pod.
     *
     * @param namespaceLabels labels of the pod's namespace, null when it is not known
     */
    static boolean concerns(
            CompiledProfile profile, Pod pod, @Nullable Map<String, String> namespaceLabels, WebhookScope scope) {
        boolean namespace = profile.namespaces().isEmpty()
                || (namespaceLabels != null && profile.namespaces().matches(namespaceLabels));
        Map<String, String> labels = pod.getMetadata().getLabels();
        return namespace
                && scope.covers(pod.getMetadata().getNamespace(), namespaceLabels)
                && !WebhookScope.optsOut(labels)
                && profile.pods().matches(labels);
    }
}
