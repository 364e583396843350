package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Says what is wrong with the annotations of a NodeManager's pod. */
@PureCore
public final class PodCheck {

    private static final String WANTED = "want HOST:PORT as 'yarn node -list' shows it";

    private PodCheck() {}

    /**
     * What is wrong with a pod's annotations, empty when nothing is.
     *
     * @param matched whether its NodeManager was found
     * @param declared ids of the clusters that are configured
     * @param heard of these, those whose ResourceManager has answered: one that was not heard yet says nothing against a pod
     */
    public static Optional<String> problem(Pod pod, boolean matched, Set<String> declared, Set<String> heard) {
        String cluster = NodeManagerMatcher.cluster(pod);
        if (!declared.contains(cluster)) {
            String known = declared.stream().sorted().map(id -> "'" + id + "'").collect(Collectors.joining(", "));
            return Optional.of(problem(
                    NodeManagerMatcher.name(pod),
                    Annotations.YARN_CLUSTER_ID,
                    " = '" + cluster + "': no cluster of this id is configured, want one of " + known));
        }
        if (matched || !heard.contains(cluster)) {
            return Optional.empty();
        }
        String nodeId = AnnotationCodec.text(pod, Annotations.YARN_NODE_ID)
                .map(text -> " = '" + text + "'")
                .orElse(" is not set");
        return Optional.of(problem(
                NodeManagerMatcher.name(pod),
                Annotations.YARN_NODE_ID,
                nodeId + ": " + WANTED
                        + ", for the ResourceManager knows no host of the names of the pod or its node"));
    }

    /**
     * The problem of a pod whose NodeManager is also named by pods of other nodes.
     *
     * @param nodes all of these nodes
     */
    public static String disputed(NodeManagerMatch match, Collection<String> nodes) {
        return nodeId(
                match, "pods on " + String.join(", ", nodes) + " name this NodeManager, want each on one node only");
    }

    /** What is wrong with a pod whose annotation names what its ResourceManager has not known for a while. */
    public static String unknown(NodeManagerMatch match) {
        return nodeId(match, "the ResourceManager does not know it, " + WANTED);
    }

    /** What to do about a NodeManager that no pod was found for. */
    public static String unowned(NodeManagerRef ref) {
        String cluster = ref.cluster().isEmpty() ? "" : ", " + Annotations.YARN_CLUSTER_ID + ": " + ref.cluster();
        return "NodeManager " + ref + " belongs to no Kubernetes node: label its pod " + Labels.COMPONENT + ": "
                + Labels.COMPONENT_NODE_MANAGER + " and annotate it " + Annotations.YARN_NODE_ID + ": " + ref.nodeId()
                + cluster;
    }

    private static String nodeId(NodeManagerMatch match, String text) {
        return problem(
                match.pod(), Annotations.YARN_NODE_ID, " = '" + match.ref().nodeId() + "': " + text);
    }

    private static String problem(String pod, String annotation, String text) {
        return "Pod/" + pod + ": annotation " + annotation + text;
    }
}
