package io.koordbridge.koordlet.evict;

import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * What one feature wants to free, and from whom.
 *
 * @param counted what an eviction is taken to free
 * @param target milli-cores and bytes by resource
 * @param candidates in the order of their turns
 * @param releases by id of a victim what it frees; also for those that are no candidates of this task, since another may evict them
 */
@PureCore
public record EvictionTask(
        Gate feature,
        Counted counted,
        Map<String, Long> target,
        List<Victim> candidates,
        Map<String, Map<String, Long>> releases) {

    /** What an eviction is taken to free. */
    public enum Counted {
        /** What the victim uses now. */
        USED,
        /** What it requests. */
        REQUESTED
    }

    public EvictionTask {
        target = Map.copyOf(target);
        candidates = List.copyOf(candidates);
        releases = Map.copyOf(releases);
    }

    /** Whether what was freed is enough. */
    boolean isMet(Map<String, Long> freed) {
        return target.entrySet().stream().allMatch(one -> one.getValue() <= freed.getOrDefault(one.getKey(), 0L));
    }
}
