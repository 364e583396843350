package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRank;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Order of the pods of an overloaded node: what goes first; descheduler specification sections 5.2 and 10.6. */
@PureCore
public final class VictimOrder {

    private static final List<PriorityClass> CLASSES =
            List.of(PriorityClass.FREE, PriorityClass.BATCH, PriorityClass.MID, PriorityClass.PROD, PriorityClass.NONE);
    private static final List<KubeQos> KUBE = List.of(KubeQos.BEST_EFFORT, KubeQos.BURSTABLE, KubeQos.GUARANTEED);

    private static final Comparator<Victim> ORDER = Comparator.comparingInt(
                    (Victim victim) -> CLASSES.indexOf(victim.rank().priorityClass()))
            .thenComparingInt(victim -> Objects.requireNonNullElse(victim.rank().priority(), 0))
            .thenComparingInt(victim -> KUBE.indexOf(victim.rank().kubeQos()))
            .thenComparingInt(victim -> place(victim.rank().qos()))
            .thenComparingInt(victim -> victim.rank().deletionCost())
            .thenComparingInt(victim -> victim.rank().evictionCost())
            .thenComparing(victim -> victim.score() == null)
            .thenComparing(Comparator.comparing(VictimOrder::shown).reversed())
            .thenComparing(Comparator.comparing((Victim victim) -> victim.pod().created())
                    .reversed())
            .thenComparing(victim -> victim.pod().ref().namespace())
            .thenComparing(victim -> victim.pod().ref().name());

    private VictimOrder() {}

    /**
     * A pod with its score.
     *
     * @param score null when the report does not have the pod
     */
    public record Victim(PodFacts pod, @Nullable Double score) {

        PodRank rank() {
            return pod.rank();
        }
    }

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

    private static int place(QosClass qos) {
        return switch (qos) {
            case BE -> 0;
            case LS -> 1;
            case LSR -> 2;
            case LSE, SYSTEM -> 3;
            case NONE -> 4;
        };
    }
}
