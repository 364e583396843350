package io.koordbridge.koordlet.evict;

import io.koordbridge.protocol.PureCore;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Evicts one victim after the other until every task has what it wants; specification section 13.5. */
@PureCore
public final class EvictionRound {

    private EvictionRound() {}

    /** What became of a victim. */
    public enum Fate {
        EVICTED,
        /** It was about to be gone, or is gone already: it counts as freed. */
        GONE,
        STAYS
    }

    /** Ends a victim for a task. */
    public interface Attempt {

        Fate evict(Victim victim, EvictionTask task);
    }

    /**
     * Runs a round. What a victim frees counts for all tasks.
     *
     * @param leaving ids of victims that are about to be gone: they count as freed, and no attempt is made
     */
    public static void run(List<EvictionTask> tasks, Set<String> leaving, Attempt attempt) {
        Map<EvictionTask.Counted, Map<String, Long>> freed = new EnumMap<>(EvictionTask.Counted.class);
        for (EvictionTask.Counted counted : EvictionTask.Counted.values()) {
            freed.put(counted, new LinkedHashMap<>());
        }
        Set<String> handled = new HashSet<>();
        for (EvictionTask task : tasks) {
            for (Victim victim : task.candidates()) {
                if (task.isMet(freed.getOrDefault(task.counted(), Map.of()))) {
                    break;
                }
                if (handled.add(victim.id())) {
                    Fate fate = leaving.contains(victim.id()) ? Fate.GONE : attempt.evict(victim, task);
                    if (fate != Fate.STAYS) {
                        add(freed, tasks, victim);
                    }
                }
            }
        }
    }

    /** Of tasks that count the same, the one that sees more in the victim counts. */
    private static void add(
            Map<EvictionTask.Counted, Map<String, Long>> freed, List<EvictionTask> tasks, Victim victim) {
        freed.forEach((counted, sums) -> {
            Map<String, Long> largest = new LinkedHashMap<>();
            tasks.stream()
                    .filter(task -> task.counted() == counted)
                    .map(task -> task.releases().getOrDefault(victim.id(), Map.of()))
                    .forEach(release -> release.forEach((name, amount) -> largest.merge(name, amount, Math::max)));
            largest.forEach((name, amount) -> sums.merge(name, amount, Long::sum));
        });
    }
}
