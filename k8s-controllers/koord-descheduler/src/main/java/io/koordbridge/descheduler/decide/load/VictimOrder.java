package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodOrder;
import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Order of the pods of an overloaded node: what goes first; descheduler specification sections 5.2 and 10.6. */
@PureCore
public final class VictimOrder {

    private static final Comparator<Victim> ORDER = Comparator.comparing(Victim::pod, PodOrder.BY_RANK)
            .thenComparing(victim -> victim.score() == null)
            .thenComparing(Comparator.comparing(VictimOrder::shown).reversed())
            .thenComparing(Victim::pod, PodOrder.NEWEST_FIRST)
            .thenComparing(Victim::pod, PodOrder.BY_NAME);

    private VictimOrder() {}

    /**
     * A pod with its score.
     *
     * @param score null when the report does not have the pod
     */
    public record Victim(PodFacts pod, @Nullable Double score) {}

    /** First what goes first; equal pods by name. */
    public static Comparator<Victim> order() {
        return ORDER;
    }

    /**
     * How well one pod covers what the node uses too much: highest for the pod that just covers it, then larger ones, then smaller
     * ones.
     *
     * @param usage of the pod
     * @param excess usage of the node above its threshold, of exceeded resources only
     * @param weights of resources; 0 for one without weight
     */
    public static double score(Map<String, Long> usage, Map<String, Long> excess, Map<String, Long> weights) {
        double sum = 0;
        double total = 0;
        for (Map.Entry<String, Long> exceeded : excess.entrySet()) {
            if (exceeded.getValue() <= 0) {
                continue;
            }
            long weight = weights.getOrDefault(exceeded.getKey(), 0L);
            double ratio = (double) usage.getOrDefault(exceeded.getKey(), 0L) / exceeded.getValue();
            sum += weight * (ratio >= 1 ? 1 / ratio + 1 : ratio);
            total += weight;
        }
        return total == 0 ? 0 : sum / total;
    }

    private static double shown(Victim victim) {
        return victim.score() == null ? 0 : victim.score();
    }
}
