package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** RemovePodsViolatingNodeTaints: pods that do not tolerate a NoSchedule taint which their node got after they came. */
@PureCore
final class NodeTaintsArgs {

    static final Set<String> FIELDS = Set.of("includePreferNoSchedule", "excludedTaints", "includedTaints");

    private NodeTaintsArgs() {}

    static PodRule rule(StrictFields args) {
        boolean preferred = args.flag("includePreferNoSchedule");
        List<String> excluded = args.texts("excludedTaints");
        List<String> included = args.texts("includedTaints");
        if (!excluded.isEmpty() && !included.isEmpty()) {
            args.refuse("includedTaints", "only one of excludedTaints and includedTaints");
        }
        Taints taints = new Taints(preferred, Set.copyOf(excluded), Set.copyOf(included));
        return (pod, node, others, now) -> {
            Optional<NodeTaint> taint = node.traits().taints().stream()
                    .filter(taints::matter)
                    .filter(one -> pod.fit().constraints().tolerations().stream()
                            .noneMatch(toleration -> toleration.tolerates(one)))
                    .findFirst();
            return taint.flatMap(one -> PodRule.Finding.of(
                    "taint " + text(one) + ":" + one.effect() + " of node " + node.name() + " is not tolerated"));
        };
    }

    private static String text(NodeTaint taint) {
        return taint.value().isEmpty() ? taint.key() : taint.key() + "=" + taint.value();
    }

    /** Taints by key, or by key=value. */
    private record Taints(boolean preferred, Set<String> excluded, Set<String> included) {

        private boolean matter(NodeTaint taint) {
            boolean effect = taint.effect().equals("NoSchedule")
                    || (preferred && taint.effect().equals("PreferNoSchedule"));
            return effect && !has(excluded, taint) && (included.isEmpty() || has(included, taint));
        }

        private static boolean has(Set<String> names, NodeTaint taint) {
            return names.contains(taint.key()) || names.contains(taint.key() + "=" + taint.value());
        }
    }
}
