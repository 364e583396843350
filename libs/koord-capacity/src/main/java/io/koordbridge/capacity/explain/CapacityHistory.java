package io.koordbridge.capacity.explain;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.plan.CapacityChange;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of a node's published values.
 *
 * @param changes oldest first
 * @param shown what the amounts came from that the node shows as they were calculated, null when that is not known
 */
@PureCore
public record CapacityHistory(List<CapacityChange> changes, ChangeCause.@Nullable Basis shown) {

    /** Nothing is known of the node. */
    public static final CapacityHistory NONE = new CapacityHistory(List.of(), null);

    private static final int KEPT = 20;

    public CapacityHistory {
        changes = List.copyOf(changes);
    }

    /** The same, where the node shows what a plan calculated. */
    public CapacityHistory showing(NodePlan plan) {
        return new CapacityHistory(changes, ChangeCause.Basis.of(plan.terms()));
    }

    /** The same with what a write changed. */
    public CapacityHistory written(NodePlan plan, Map<String, @Nullable Quantity> allocatable, Instant at) {
        if (allocatable.isEmpty()) {
            return this;
        }
        ChangeCause.Basis now = ChangeCause.Basis.of(plan.terms());
        List<CapacityChange> all = new ArrayList<>(changes);
        new TreeMap<>(allocatable)
                .forEach((name, amount) -> all.add(new CapacityChange(
                        at,
                        name,
                        text(plan.shown().allocatable().get(name)),
                        text(amount),
                        plan.status().reason(),
                        ChangeCause.of(name, shown, now))));
        return new CapacityHistory(all.subList(Math.max(0, all.size() - KEPT), all.size()), now);
    }

    private static @Nullable String text(@Nullable Quantity quantity) {
        return quantity == null ? null : Objects.toString(quantity);
    }
}
