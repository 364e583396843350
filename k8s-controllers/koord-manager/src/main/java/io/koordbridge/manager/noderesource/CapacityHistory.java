package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The last changes of what nodes publish; a node is worked on by one thread at a time. */
final class CapacityHistory {

    private static final int KEPT_PER_NODE = 20;

    private final Map<String, Deque<CapacityChange>> byNode = new ConcurrentHashMap<>();
    private final Map<String, ChangeCause.Basis> bases = new ConcurrentHashMap<>();

    /** Remembers what the amounts came from that a node shows as they were calculated. */
    void shown(NodePlan plan) {
        bases.put(plan.terms().node(), ChangeCause.Basis.of(plan.terms()));
    }

    /** Remembers what a write changed. */
    void written(NodePlan plan, Map<String, @Nullable Quantity> allocatable, Instant at) {
        if (allocatable.isEmpty()) {
            return;
        }
        Deque<CapacityChange> changes =
                byNode.computeIfAbsent(plan.terms().node(), unused -> new ArrayDeque<>(KEPT_PER_NODE));
        ChangeCause.Basis now = ChangeCause.Basis.of(plan.terms());
        ChangeCause.Basis before = bases.put(plan.terms().node(), now);
        new TreeMap<>(allocatable).forEach((name, amount) -> {
            if (changes.size() == KEPT_PER_NODE) {
                changes.removeFirst();
            }
            changes.addLast(new CapacityChange(
                    at,
                    name,
                    text(plan.shown().allocatable().get(name)),
                    text(amount),
                    plan.status().reason(),
                    ChangeCause.of(name, before, now)));
        });
    }

    /** Oldest first. */
    List<CapacityChange> of(String node) {
        Deque<CapacityChange> changes = byNode.get(node);
        return changes == null ? List.of() : List.copyOf(changes);
    }

    void forget(String node) {
        byNode.remove(node);
        bases.remove(node);
    }

    private static @Nullable String text(@Nullable Quantity quantity) {
        return quantity == null ? null : Objects.toString(quantity);
    }
}
