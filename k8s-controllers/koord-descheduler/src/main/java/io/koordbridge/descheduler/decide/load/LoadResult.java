package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one run of LowNodeLoad decided.
 *
 * @param memory for the next run
 * @param stopped why it looked at no pool; empty when it did
 * @param pools in order
 */
@PureCore
public record LoadResult(LoadMemory memory, String stopped, List<OfPool> pools) {

    public LoadResult {
        pools = List.copyOf(pools);
    }

    /**
     * One pool: why it moved nothing, empty when it looked at pods; its nodes by name; the pods of overloaded nodes in the order in
     * which they were decided.
     */
    public record OfPool(String pool, String stopped, List<OfNode> nodes, List<OfPod> pods) {

        public OfPool {
            nodes = List.copyOf(nodes);
            pods = List.copyOf(pods);
        }
    }

    /**
     * One node with its load before the pool moved anything. Without a class it takes no part, and the note says why; else the note
     * says how often it was overloaded, or nothing.
     */
    public record OfNode(String node, @Nullable LoadClass loadClass, String note, Map<String, OfResource> load) {

        public OfNode {
            load = Map.copyOf(load);
        }
    }

    /** Usage, capacity and thresholds: cpu in milli-cores, all others in their own unit. */
    public record OfResource(
            long usage, long prodUsage, long capacity, long low, long high, long prodLow, long prodHigh) {}

    /**
     * One pod of an overloaded node: whether its eviction was granted or pretended, the first check that keeps it (empty when it
     * goes), why it stays or goes, and a node with room for it (empty where none was looked for).
     */
    public record OfPod(PodRef pod, String node, boolean evicted, String check, String message, String target) {}
}
