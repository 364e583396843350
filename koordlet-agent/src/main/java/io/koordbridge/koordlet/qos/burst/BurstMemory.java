package io.koordbridge.koordlet.qos.burst;

import java.util.Map;

/**
 * What CPU burst remembers from tick to tick.
 *
 * @param buckets by container id
 * @param state of the node
 * @param pods that may burst
 * @param raised containers that have more than their limit
 * @param shown by container id, what it was given last
 * @param settled pods of which nothing is to be read
 */
public record BurstMemory(
        Map<String, TokenBucket> buckets,
        NodeState state,
        int pods,
        int raised,
        Map<String, Given> shown,
        Settled settled) {

    public static final BurstMemory EMPTY = new BurstMemory(Map.of(), NodeState.UNKNOWN, 0, 0, Map.of(), Settled.NONE);

    /**
     * What a container was given.
     *
     * @param burstMicros time that it may save up
     * @param quotaMicros -1 without a limit
     */
    public record Given(long burstMicros, long quotaMicros) {}

    public BurstMemory {
        buckets = Map.copyOf(buckets);
        shown = Map.copyOf(shown);
    }
}
