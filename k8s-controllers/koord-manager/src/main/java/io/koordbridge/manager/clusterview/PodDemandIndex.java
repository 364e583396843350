package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.manager.batchresource.NodeSnapshots;
import io.koordbridge.manager.batchresource.PodDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Demand of bound pods by node. Thread-safe. */
final class PodDemandIndex {

    private record Bound(String node, PodDemand demand) {}

    private final Map<String, Map<String, PodDemand>> byNode = new HashMap<>();
    private final Map<String, Bound> byPod = new HashMap<>();

    /** Takes over a pod; the nodes whose demand changed. */
    synchronized List<String> put(Pod pod) {
        String node = Stripping.nodeName(pod);
        PodDemand demand = NodeSnapshots.demand(pod);
        if (node.isEmpty()) {
            return remove(demand.key());
        }
        Bound after = new Bound(node, demand);
        Bound before = byPod.put(demand.key(), after);
        if (after.equals(before)) {
            return List.of();
        }
        byNode.computeIfAbsent(node, unused -> new HashMap<>()).put(demand.key(), demand);
        if (before == null || before.node().equals(node)) {
            return List.of(node);
        }
        drop(before);
        return List.of(node, before.node());
    }

    /** Forgets a pod; the nodes whose demand changed. */
    synchronized List<String> remove(String key) {
        Bound before = byPod.remove(key);
        if (before == null) {
            return List.of();
        }
        drop(before);
        return List.of(before.node());
    }

    private void drop(Bound bound) {
        Map<String, PodDemand> pods = byNode.get(bound.node());
        if (pods != null) {
            pods.remove(bound.demand().key());
            if (pods.isEmpty()) {
                byNode.remove(bound.node());
            }
        }
    }

    /** Pods of a node. */
    synchronized List<PodDemand> pods(String node) {
        Map<String, PodDemand> pods = byNode.get(node);
        return pods == null ? List.of() : List.copyOf(pods.values());
    }
}
