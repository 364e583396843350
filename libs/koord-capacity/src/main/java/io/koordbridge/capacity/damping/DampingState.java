package io.koordbridge.capacity.damping;

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

    /**
     * What the next pass goes on from: these pods, and these amounts where they came to be shown.
     *
     * @param onNode whether the node shows what was planned for it
     * @param onZones whether the zones do
     * @param before what is shown otherwise
     */
    public DampingState carriedOut(boolean onNode, boolean onZones, DampingState before) {
        return new DampingState(
                onNode ? batch : before.batch, onNode ? mid : before.mid, onZones ? zones : before.zones, pods);
    }
}
