package io.koordbridge.capacity.offered;

import io.koordbridge.capacity.damping.AmountState;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.StageMemory;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a stage that offers capacity: how old it is and how much was published. What is published gets no older than a
 * report may, whatever keeps it from being calculated again.
 *
 * @param from time of the report that the published amounts come from
 * @param zonesFrom the same of the zones
 * @param node what the node publishes, by resource
 * @param zones the same of each NUMA zone, by its name and then by resource
 */
@PureCore
public record CapacityMemory(
        Instant from, Instant zonesFrom, Map<String, AmountState> node, Map<String, Map<String, AmountState>> zones)
        implements StageMemory {

    public CapacityMemory {
        node = Map.copyOf(node);
        zones = Map.copyOf(zones);
    }

    /** Amounts are not known, and everything is as old as this. */
    public static CapacityMemory at(Instant time) {
        return new CapacityMemory(time, time, Map.of(), Map.of());
    }

    /** The memory that a stage left in the pass before. */
    public static CapacityMemory of(StageFacts facts, String stage) {
        return facts.memory(stage) instanceof CapacityMemory memory
                ? memory
                : at(facts.inputs().before().passes().since());
    }

    @Override
    public CapacityMemory carriedOut(boolean onNode, boolean onZones, @Nullable StageMemory before) {
        CapacityMemory shown = before instanceof CapacityMemory memory ? memory : at(from);
        return new CapacityMemory(from, zonesFrom, onNode ? node : shown.node, onZones ? zones : shown.zones);
    }

    @Override
    public CapacityMemory withoutAmounts() {
        return new CapacityMemory(from, zonesFrom, Map.of(), Map.of());
    }
}
