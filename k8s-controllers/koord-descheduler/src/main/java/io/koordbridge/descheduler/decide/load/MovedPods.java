package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one run has moved: a node that belongs to several pools does not lose a pod twice, and has no room twice. */
@PureCore
final class MovedPods {

    /** By node and resource, below 0 for what left. */
    private final Map<String, Map<String, Long>> changes = new HashMap<>();

    private final Set<String> keys = new HashSet<>();

    /** Notes what a pool moved. */
    void add(PoolNodes nodes, List<OfPod> decided) {
        Map<String, NodeLoad> byName = new HashMap<>();
        nodes.measured().forEach(node -> byName.put(node.name(), node));
        for (OfPod pod : decided) {
            NodeLoad source = byName.get(pod.node());
            if (pod.evicted() && source != null && keys.add(pod.pod().key())) {
                add(source, pod);
            }
        }
    }

    private void add(NodeLoad source, OfPod moved) {
        source.pods().stream()
                .filter(pod -> pod.ref().equals(moved.pod()))
                .findFirst()
                .map(source::usageOf)
                .ifPresent(usage -> {
                    for (int key = 0; key < usage.length; key++) {
                        String name = source.keys().name(key);
                        change(source.name(), name, -usage[key]);
                        change(moved.target(), name, usage[key]);
                    }
                });
    }

    private void change(String node, String resource, long amount) {
        changes.computeIfAbsent(node, name -> new HashMap<>()).merge(resource, amount, Long::sum);
    }

    /** Whether a pod was moved by this run. */
    boolean contains(String podKey) {
        return keys.contains(podKey);
    }

    /** Changes what was measured of a node. */
    void apply(NodeLoad node) {
        changes.getOrDefault(node.name(), Map.of()).forEach(node::change);
    }
}
