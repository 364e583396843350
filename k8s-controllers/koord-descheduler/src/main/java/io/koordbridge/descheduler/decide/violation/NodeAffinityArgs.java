package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeObstacle;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** RemovePodsViolatingNodeAffinity: pods with a required node affinity that their node has ceased to match, if another node fits. */
@PureCore
final class NodeAffinityArgs {

    static final Set<String> FIELDS = Set.of("nodeAffinityType");

    private static final String TYPE = "nodeAffinityType";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private NodeAffinityArgs() {}

    static PodRule rule(StrictFields args) {
        List<String> types = args.texts(TYPE);
        if (!types.equals(List.of(REQUIRED))) {
            args.refuse(
                    TYPE,
                    "[" + REQUIRED + "]"
                            + (types.contains(PREFERRED) ? " (" + PREFERRED + " is known, not built)" : ""));
        }
        return (pod, node, others, now) -> {
            boolean violates = !pod.fit().constraints().terms().isEmpty()
                    && NodeCheck.obstacles(pod.fit().constraints(), node.traits())
                            .contains(NodeObstacle.NODE_AFFINITY);
            Optional<String> target = violates ? others.target(pod) : Optional.empty();
            return target.map(name -> new PodRule.Finding(
                    "node " + node.name() + " does not match the required node affinity; node " + name + " does",
                    List.of(name)));
        };
    }
}
