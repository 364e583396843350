package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes problems of the names of NodeManagers. */
@PureCore
public final class PodCheck {

    private static final String WANTED = "want HOST:PORT as 'yarn node -list' shows it";

    private static final int MOST_NAMED = 4;

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
                    "Pod/" + NodeManagerMatcher.name(pod),
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
                "Pod/" + NodeManagerMatcher.name(pod),
                Annotations.YARN_NODE_ID,
                nodeId + ": " + WANTED
                        + ", for the ResourceManager knows no host of the names of the pod or its node"));
    }

    /** The problem of a pod that several NodeManagers match. */
    static String several(Pod pod, Collection<NodeManagerRef> rivals) {
        return problem(
                "Pod/" + NodeManagerMatcher.name(pod), Annotations.YARN_NODE_ID, several(rivals) + ", " + WANTED);
    }

    /** The problem of an agent's name that several NodeManagers match. */
    static String several(Node node, AgentWord word, Collection<NodeManagerRef> rivals) {
        return problem(
                "Node/" + node.getMetadata().getName(),
                Annotations.NODE_YARN_NODE_MANAGER,
                ": nodeId = '" + word.nodeId() + "'" + several(rivals));
    }

    private static String several(Collection<NodeManagerRef> rivals) {
        return ": several NodeManagers may be meant, so none is updated: "
                + rivals.stream()
                        .limit(MOST_NAMED)
                        .map(NodeManagerRef::toString)
                        .collect(Collectors.joining(", "))
                + (rivals.size() > MOST_NAMED ? " and " + (rivals.size() - MOST_NAMED) + " more" : "");
    }

    /**
     * The problem of a node whose NodeManager is also named by other nodes.
     *
     * @param nodes all of these nodes
     */
    public static String disputed(NodeManagerMatch match, Collection<String> nodes) {
        String who = (match.way().byAgent() ? "the agents of " : "pods on ") + String.join(", ", nodes);
        return nodeId(match, who + " name this NodeManager, want each on one node only");
    }

    /** The problem of a name that the ResourceManager does not know for a while. */
    public static String unknown(NodeManagerMatch match) {
        return nodeId(
                match,
                match.way().byAgent()
                        ? "no NodeManager that runs is known by this name to the ResourceManager of cluster "
                                + ClusterDeclaration.name(match.ref().cluster())
                        : "the ResourceManager does not know it, " + WANTED);
    }

    /** What to do about a NodeManager that no node was found for. */
    public static String unowned(NodeManagerRef ref) {
        String cluster = ref.cluster().isEmpty() ? "" : ", " + Annotations.YARN_CLUSTER_ID + ": " + ref.cluster();
        return "NodeManager " + ref
                + " belongs to no Kubernetes node: run koordlet and the plugin on its host, or label its"
                + " pod " + Labels.COMPONENT + ": " + Labels.COMPONENT_NODE_MANAGER + " and annotate it "
                + Annotations.YARN_NODE_ID + ": " + ref.nodeId() + cluster;
    }

    private static String nodeId(NodeManagerMatch match, String text) {
        String value = " = '" + match.ref().nodeId() + "': " + text;
        return match.way().byAgent()
                ? problem(match.source(), Annotations.NODE_YARN_NODE_MANAGER, ": nodeId" + value)
                : problem(match.source(), Annotations.YARN_NODE_ID, value);
    }

    private static String problem(String object, String annotation, String text) {
        return object + ": annotation " + annotation + text;
    }
}
