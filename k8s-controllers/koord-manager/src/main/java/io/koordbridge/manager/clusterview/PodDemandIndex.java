package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.protocol.Labels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Demand of pods by node, and how many name a quota: small enough for a quarter of a million of them: nothing else of a pod is kept, and texts
 * that many pods share are kept once. Thread-safe.
 */
final class PodDemandIndex {

    private final Map<PodName, Held> byPod = new HashMap<>();
    private final Map<String, List<PodDemand>> byNode = new HashMap<>();
    private final QuotaPodCounts counts = new QuotaPodCounts();
    private int listing;

    private record PodName(String namespace, String name) {}

    private static final class Held {

        private String node;
        private PodDemand demand;
        private @Nullable String quota;
        private int seenInListing;

        Held(String node, PodDemand demand, @Nullable String quota) {
            this.node = node;
            this.demand = demand;
            this.quota = quota;
        }
    }

    /** Takes over a pod; the nodes whose demand changed. */
    synchronized List<String> put(Pod pod) {
        pod.getMetadata().setNamespace(shared(pod.getMetadata().getNamespace()));
        PodDemand demand = NodeSnapshots.demand(pod);
        String node = PodPlacement.nodeName(pod).intern();
        String quota = quota(pod);
        PodName name = new PodName(demand.namespace(), demand.name());
        Held held = byPod.get(name);
        if (held == null) {
            Held fresh = new Held(node, demand, quota);
            fresh.seenInListing = listing;
            byPod.put(name, fresh);
            counts.appeared(demand.namespace(), quota);
            add(fresh);
            return named(node);
        }
        held.seenInListing = listing;
        counts.moved(held.quota, quota);
        held.quota = quota;
        if (held.node.equals(node) && held.demand.equals(demand)) {
            return List.of();
        }
        String before = held.node;
        drop(held);
        held.node = node;
        held.demand = demand;
        add(held);
        return before.equals(node) ? named(node) : both(node, before);
    }

    /** A pod that is not bound yet has no node. */
    private static List<String> named(String node) {
        return node.isEmpty() ? List.of() : List.of(node);
    }

    private static List<String> both(String one, String other) {
        List<String> nodes = new ArrayList<>(named(one));
        nodes.addAll(named(other));
        return nodes;
    }

    /** Forgets a pod; the nodes whose demand changed. */
    synchronized List<String> remove(String namespace, String name) {
        Held before = byPod.remove(new PodName(namespace, name));
        if (before == null) {
            return List.of();
        }
        forget(before);
        return named(before.node);
    }

    private void forget(Held held) {
        counts.went(held.demand.namespace(), held.quota);
        drop(held);
    }

    /** A list of all pods begins. */
    synchronized void beginListing() {
        listing++;
    }

    /** The list is complete: forgets what was not in it; the nodes whose demand changed. */
    synchronized Set<String> endListing() {
        Set<String> changed = new LinkedHashSet<>();
        for (Iterator<Held> all = byPod.values().iterator(); all.hasNext(); ) {
            Held held = all.next();
            if (held.seenInListing != listing) {
                all.remove();
                forget(held);
                changed.addAll(named(held.node));
            }
        }
        return changed;
    }

    private void add(Held held) {
        if (!held.node.isEmpty()) {
            byNode.computeIfAbsent(held.node, unused -> new ArrayList<>()).add(held.demand);
        }
    }

    private void drop(Held held) {
        List<PodDemand> pods = byNode.get(held.node);
        if (pods != null) {
            pods.remove(held.demand);
            if (pods.isEmpty()) {
                byNode.remove(held.node);
            }
        }
    }

    /** Pods of a node. */
    synchronized List<PodDemand> pods(String node) {
        List<PodDemand> pods = byNode.get(node);
        return pods == null ? List.of() : List.copyOf(pods);
    }

    synchronized boolean anyOfQuota(String quota) {
        return counts.anyOfQuota(quota);
    }

    synchronized boolean anyInNamespace(String namespace) {
        return counts.anyInNamespace(namespace);
    }

    private static @Nullable String quota(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels == null ? null : shared(labels.get(Labels.QUOTA_NAME));
    }

    private static @Nullable String shared(@Nullable String text) {
        return text == null ? null : text.intern();
    }
}
