package io.koordbridge.koordlet.app;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.protocol.PureCore;
import java.util.Set;

/** On which nodes a DaemonSet keeps its pods, by the template that it has now. */
@PureCore
final class DaemonSetPlaces {

    private static final String ENDS_PODS = "NoExecute";
    /** The controller tolerates them for each of its pods. */
    private static final Set<String> TOLERATED_BY_ALL =
            Set.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    private DaemonSetPlaces() {}

    /** Whether a pod of it that is on the node stays there, or is made anew there. */
    static boolean wants(DaemonSet set, Node node) {
        if (set.getSpec() == null || set.getSpec().getTemplate() == null) {
            return true;
        }
        PodSpec spec = set.getSpec().getTemplate().getSpec();
        PodConstraints pod = PodConstraints.of(new PodBuilder().withSpec(spec).build());
        NodeTraits traits = NodeTraits.of(node);
        return traits.labels().entrySet().containsAll(pod.nodeSelector().entrySet())
                && (pod.terms().isEmpty() || pod.terms().stream().anyMatch(term -> term.matches(traits)))
                && traits.taints().stream().allMatch(taint -> stays(pod, taint));
    }

    private static boolean stays(PodConstraints pod, NodeTaint taint) {
        return !taint.effect().equals(ENDS_PODS)
                || TOLERATED_BY_ALL.contains(taint.key())
                || pod.tolerations().stream().anyMatch(toleration -> toleration.tolerates(taint));
    }
}
