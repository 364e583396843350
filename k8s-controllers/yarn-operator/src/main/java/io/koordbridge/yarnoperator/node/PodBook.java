package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.matching.NodeManagerMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the operator needs of all pods: sums of batch requests by node, NodeManager pods, and whether a batch pod waits. */
final class PodBook implements ResourceEventHandler<Pod> {

    private final Consumer<String> onNodeChanged;
    private final Map<String, Entry> byKey = new HashMap<>();
    private final Map<String, Map<String, Entry>> byNode = new HashMap<>();
    private int pending;

    private record Entry(
            @Nullable String node,
            BatchAmount requests,
            @Nullable Pod nodeManager,
            boolean pending) {}

    PodBook(Consumer<String> onNodeChanged) {
        this.onNodeChanged = onNodeChanged;
    }

    @Override
    public void onAdd(Pod pod) {
        put(key(pod), entry(pod));
    }

    @Override
    public void onUpdate(Pod before, Pod after) {
        put(key(after), entry(after));
    }

    @Override
    public void onDelete(Pod pod, boolean unknownState) {
        put(key(pod), null);
    }

    private static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    private static @Nullable Entry entry(Pod pod) {
        if (PodClassification.isTerminated(pod) || pod.getSpec() == null) {
            return null;
        }
        BatchAmount requests = new BatchAmount(
                        PodRequests.value(pod, ResourceNames.BATCH_CPU),
                        PodRequests.value(pod, ResourceNames.BATCH_MEMORY))
                .clamped();
        String node = pod.getSpec().getNodeName();
        boolean unbound = node == null || node.isEmpty();
        boolean manages = NodeManagerMatcher.isNodeManager(pod);
        boolean waits = unbound && !requests.equals(BatchAmount.ZERO);
        boolean counts = !unbound && (manages || !requests.equals(BatchAmount.ZERO));
        if (!waits && !counts) {
            return null;
        }
        return new Entry(unbound ? null : node, requests, manages ? pod : null, waits);
    }

    private void put(String key, @Nullable Entry entry) {
        Entry before;
        synchronized (this) {
            before = entry == null ? byKey.remove(key) : byKey.put(key, entry);
            if (before != null) {
                pending -= before.pending() ? 1 : 0;
                remove(key, before.node());
            }
            if (entry != null) {
                pending += entry.pending() ? 1 : 0;
                if (entry.node() != null) {
                    byNode.computeIfAbsent(entry.node(), unused -> new TreeMap<>())
                            .put(key, entry);
                }
            }
        }
        if (before != null && before.node() != null) {
            onNodeChanged.accept(before.node());
        }
        if (entry != null && entry.node() != null) {
            onNodeChanged.accept(entry.node());
        }
    }

    private void remove(String key, @Nullable String node) {
        Map<String, Entry> entries = node == null ? null : byNode.get(node);
        if (entries != null) {
            entries.remove(key);
            if (entries.isEmpty()) {
                byNode.remove(node);
            }
        }
    }

    /** Batch requests of the node's unfinished pods. */
    synchronized BatchAmount requests(String node) {
        BatchAmount sum = BatchAmount.ZERO;
        for (Entry entry : byNode.getOrDefault(node, Map.of()).values()) {
            sum = sum.plus(entry.requests()).clamped();
        }
        return sum;
    }

    /** The node's NodeManager pods, by name. */
    synchronized List<Pod> nodeManagers(String node) {
        List<Pod> pods = new ArrayList<>();
        for (Entry entry : byNode.getOrDefault(node, Map.of()).values()) {
            if (entry.nodeManager() != null) {
                pods.add(entry.nodeManager());
            }
        }
        return pods;
    }

    /** Nodes with a NodeManager pod. */
    synchronized Set<String> nodesWithNodeManagers() {
        Set<String> nodes = new TreeSet<>();
        byNode.forEach((node, entries) -> {
            if (entries.values().stream().anyMatch(entry -> entry.nodeManager() != null)) {
                nodes.add(node);
            }
        });
        return nodes;
    }

    /** Whether a pod that requests batch resources is not bound yet. */
    synchronized boolean anyPending() {
        return pending > 0;
    }
}
