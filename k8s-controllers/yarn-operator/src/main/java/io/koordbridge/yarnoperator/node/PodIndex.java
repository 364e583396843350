package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.yarn.YarnPod;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the operator needs of all pods: sums of batch requests by node, NodeManager pods, and whether a batch pod waits. */
final class PodIndex {

    /** With more different ones it is not looked which nodes they mean. */
    private static final int MOST_SELECTORS = 100;

    private final Consumer<String> onNodeChanged;
    private final Map<String, Entry> byKey = new HashMap<>();
    private final Map<String, Map<String, Entry>> byNode = new HashMap<>();
    /** Number of NodeManager pods by node. */
    private final Map<String, Integer> managers = new HashMap<>();

    private final Set<String> unseen = new HashSet<>();
    /** Requests of pods that are not bound, each with its number, by node selector. */
    private final Map<Map<String, String>, Map<BatchAmount, Integer>> pending = new HashMap<>();

    private long managersChanged;

    /**
     * What counts of a pod.
     *
     * @param pending node selector of one that waits, null for one that is bound
     */
    private record Entry(
            @Nullable String node,
            BatchAmount requests,
            @Nullable Pod nodeManager,
            @Nullable Map<String, String> pending) {}

    PodIndex(Consumer<String> onNodeChanged) {
        this.onNodeChanged = onNodeChanged;
    }

    /** A whole list begins: what is not put until it ends is gone. */
    synchronized void listing() {
        unseen.clear();
        unseen.addAll(byKey.keySet());
    }

    /** A pod came or changed. */
    void put(Pod pod) {
        String key = key(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
        seen(key);
        put(key, entry(pod));
    }

    /** What is known of a pod that then turns out to be unreadable stays. */
    private synchronized void seen(String key) {
        unseen.remove(key);
    }

    /** A pod is gone, or done. */
    void remove(@Nullable String namespace, String name) {
        put(key(namespace, name), null);
    }

    /** The list has ended. */
    void listed() {
        for (String key : takeUnseen()) {
            put(key, null);
        }
    }

    private synchronized List<String> takeUnseen() {
        List<String> gone = List.copyOf(unseen);
        unseen.clear();
        return gone;
    }

    private static String key(@Nullable String namespace, String name) {
        return namespace + "/" + name;
    }

    private static @Nullable Entry entry(Pod pod) {
        if (PodClassification.isTerminated(pod) || pod.getSpec() == null) {
            return null;
        }
        BatchAmount requests = new BatchAmount(
                        PodRequests.value(pod, ResourceNames.BATCH_CPU),
                        PodRequests.value(pod, ResourceNames.BATCH_MEMORY))
                .clamped();
        String node = PodPlacement.nodeName(pod);
        boolean unbound = node.isEmpty();
        boolean manages = YarnPod.isNodeManager(pod);
        boolean waits = unbound && !requests.equals(BatchAmount.ZERO);
        boolean counts = !unbound && (manages || !requests.equals(BatchAmount.ZERO));
        if (!waits && !counts) {
            return null;
        }
        return new Entry(
                unbound ? null : node,
                requests,
                manages ? KeptObjects.nodeManager(pod) : null,
                waits ? selector(pod) : null);
    }

    private static Map<String, String> selector(Pod pod) {
        Map<String, String> selector = pod.getSpec().getNodeSelector();
        return selector == null ? Map.of() : Map.copyOf(selector);
    }

    private void put(String key, @Nullable Entry entry) {
        Entry before;
        synchronized (this) {
            before = entry == null ? byKey.remove(key) : byKey.put(key, entry);
            if (before != null) {
                countPending(before, -1);
                countManager(before, -1);
                takeFrom(before.node(), key);
            }
            if (entry != null) {
                countPending(entry, 1);
                countManager(entry, 1);
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

    private void takeFrom(@Nullable String node, String key) {
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

    /** Batch requests of those of some bound pods that are not finished. */
    static BatchAmount requests(List<Pod> pods) {
        BatchAmount sum = BatchAmount.ZERO;
        for (Pod pod : pods) {
            Entry entry = entry(pod);
            sum = entry == null ? sum : sum.plus(entry.requests()).clamped();
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
        return new TreeSet<>(managers.keySet());
    }

    /** Another number after each change of {@link #nodesWithNodeManagers}. */
    synchronized long nodeManagersChanged() {
        return managersChanged;
    }

    private void countManager(Entry entry, int by) {
        if (entry.nodeManager() != null && entry.node() != null) {
            managers.compute(entry.node(), (node, before) -> {
                int pods = (before == null ? 0 : before) + by;
                return pods == 0 ? null : pods;
            });
            managersChanged++;
        }
    }

    private void countPending(Entry entry, int by) {
        if (entry.pending() == null) {
            return;
        }
        pending.compute(entry.pending(), (selector, before) -> {
            Map<BatchAmount, Integer> all = before == null ? new HashMap<>() : before;
            all.compute(entry.requests(), (requests, pods) -> {
                int left = (pods == null ? 0 : pods) + by;
                return left == 0 ? null : left;
            });
            return all.isEmpty() ? null : all;
        });
    }

    /**
     * Whether a pod that requests batch resources is not bound yet, although a node could hold it.
     *
     * @param largest the most of each resource that a node of a selector offers while it is empty
     */
    synchronized boolean anyPending(Function<Map<String, String>, BatchAmount> largest) {
        if (pending.size() > MOST_SELECTORS) {
            return true;
        }
        return pending.entrySet().stream().anyMatch(one -> {
            BatchAmount room = largest.apply(one.getKey());
            return one.getValue().keySet().stream()
                    .anyMatch(wanted -> wanted.milliCpu() <= room.milliCpu() && wanted.bytes() <= room.bytes());
        });
    }
}
