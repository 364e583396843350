package io.koordbridge.koordlet.strategy;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.evict.EvictionOrder;
import java.util.List;

/**
 * What a strategy decided at one tick.
 *
 * @param levels what files shall hold, parents in an earlier list than their children
 * @param reason one word for the metric and for people
 * @param problems bad input: object, field, value, and what holds instead
 * @param evictions who has to go
 * @param quotas parts of quotas that several strategies may add to; such a group has no quota in {@code levels}
 * @param exact whether what the strategy took before and {@code levels} do not name is given back by the record of changes
 */
public record Step<M>(
        M memory,
        List<List<Intent>> levels,
        String reason,
        List<String> problems,
        List<EvictionOrder> evictions,
        List<QuotaPart> quotas,
        boolean exact) {

    public Step {
        levels = List.copyOf(levels);
        problems = List.copyOf(problems);
        evictions = List.copyOf(evictions);
        quotas = List.copyOf(quotas);
    }

    /** What levels do not name stays as it is. */
    public Step(
            M memory,
            List<List<Intent>> levels,
            String reason,
            List<String> problems,
            List<EvictionOrder> evictions,
            List<QuotaPart> quotas) {
        this(memory, levels, reason, problems, evictions, quotas, false);
    }

    /** Writes only, and all that the strategy wants: whatever else it took is given back. */
    public static <M> Step<M> exactly(M memory, List<List<Intent>> levels, String reason, List<String> problems) {
        return new Step<>(memory, levels, reason, problems, List.of(), List.of(), true);
    }

    /** Without parts of quotas. */
    public Step(
            M memory, List<List<Intent>> levels, String reason, List<String> problems, List<EvictionOrder> evictions) {
        this(memory, levels, reason, problems, evictions, List.of());
    }

    /** Writes only. */
    public Step(M memory, List<List<Intent>> levels, String reason, List<String> problems) {
        this(memory, levels, reason, problems, List.of());
    }

    /** Nothing to write. */
    public static <M> Step<M> nothing(M memory, String reason) {
        return new Step<>(memory, List.of(), reason, List.of());
    }
}
