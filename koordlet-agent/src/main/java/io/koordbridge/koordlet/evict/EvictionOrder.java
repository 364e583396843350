package io.koordbridge.koordlet.evict;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What a strategy wants to be ended now.
 *
 * @param decidedAt by the clock of the ticks
 * @param tasks in the order in which they are carried out
 * @param leaving ids of pods whose deletion began a short time ago; they count as freed
 */
public record EvictionOrder(Pool pool, Instant decidedAt, List<EvictionTask> tasks, Set<String> leaving) {

    public EvictionOrder {
        tasks = List.copyOf(tasks);
        leaving = Set.copyOf(leaving);
    }
}
