package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.steadypods.PodMemory;
import java.util.Map;

/**
 * What one pass over a node leaves for the next.
 *
 * @param zones batch capacity of each NUMA zone
 */
record DampingState(CapacityState batch, CapacityState mid, Map<String, CapacityState> zones, PodMemory pods) {

    /** Nothing is known of the node. */
    static final DampingState NONE =
            new DampingState(CapacityState.UNKNOWN, CapacityState.UNKNOWN, Map.of(), PodMemory.NONE);

    public DampingState {
        zones = Map.copyOf(zones);
    }
}
