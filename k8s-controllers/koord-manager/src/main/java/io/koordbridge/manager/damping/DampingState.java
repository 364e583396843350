package io.koordbridge.manager.damping;

import java.util.Map;

/**
 * What one pass over a node leaves for the next.
 *
 * @param zones batch capacity of each NUMA zone
 */
public record DampingState(CapacityState batch, CapacityState mid, Map<String, CapacityState> zones, PodMemory pods) {

    /** Nothing is known of the node. */
    public static final DampingState NONE =
            new DampingState(CapacityState.UNKNOWN, CapacityState.UNKNOWN, Map.of(), PodMemory.NONE);

    public DampingState {
        zones = Map.copyOf(zones);
    }

    /** The same pods while the amounts of another state hold: what was planned was not published. */
    public DampingState unpublished(DampingState before) {
        return new DampingState(before.batch(), before.mid(), before.zones(), pods);
    }
}
