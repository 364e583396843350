package io.koordbridge.koordlet.snapshot;

import io.koordbridge.koordlet.yarn.YarnWork;
import io.koordbridge.policy.evict.TierCpu;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Usage by which evictions decide: newest samples, and means over the window that the NodeSLO asks for.
 *
 * @param nodeBytes memory of the node without page cache; empty when unknown
 * @param hugePageBytes set aside as huge pages, which no eviction frees; part of nodeBytes
 * @param podBytes memory by uid of pods
 * @param podCores CPU by uid of pods
 * @param bestEffort empty when unknown
 * @param yarn containers of the NodeManager on this node
 * @param timeOfDay the moment of the tick by the machine's clock as it is set now, with which times of the API server are compared
 */
public record EvictionFacts(
        OptionalDouble nodeBytes,
        double hugePageBytes,
        Map<String, Double> podBytes,
        Map<String, Double> podCores,
        Optional<BestEffortWindow> bestEffort,
        List<YarnWork> yarn,
        Instant timeOfDay) {

    /** Nothing is known. */
    public static final EvictionFacts NONE = new EvictionFacts(
            OptionalDouble.empty(), 0, Map.of(), Map.of(), Optional.empty(), List.of(), Instant.EPOCH);

    public EvictionFacts {
        podBytes = Map.copyOf(podBytes);
        podCores = Map.copyOf(podCores);
        yarn = List.copyOf(yarn);
    }

    /**
     * CPU of the best-effort tier over a window.
     *
     * @param seconds length of the window
     * @param covered seconds that samples stand for
     */
    public record BestEffortWindow(TierCpu mean, TierCpu last, long seconds, long covered) {}
}
