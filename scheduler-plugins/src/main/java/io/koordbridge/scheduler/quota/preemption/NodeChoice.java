package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** A node on which a preemption helps, in kube-scheduler's order of such nodes. */
@PureCore
record NodeChoice(String node, Victims victims) {

    /** The best first. */
    static final Comparator<NodeChoice> ORDER = Comparator.<NodeChoice>comparingInt(
                    choice -> choice.victims().beyondBudget())
            .thenComparingInt(NodeChoice::highestPriority)
            .thenComparingLong(NodeChoice::prioritySum)
            .thenComparingInt(choice -> choice.victims().victims().size())
            .thenComparing(Comparator.comparing(NodeChoice::startOfHighest).reversed())
            .thenComparing(NodeChoice::node);

    private int highestPriority() {
        return pods().stream().mapToInt(pod -> pod.rank().priority()).max().orElse(Integer.MIN_VALUE);
    }

    /** Shifted, so that more victims never count for less. */
    private long prioritySum() {
        return pods().stream()
                .mapToLong(pod -> (long) pod.rank().priority() + Integer.MAX_VALUE + 1)
                .sum();
    }

    /** Of the victims with the highest priority the one that started first. */
    private Instant startOfHighest() {
        int highest = highestPriority();
        return pods().stream()
                .filter(pod -> pod.rank().priority() == highest)
                .map(pod -> pod.rank().startedAt())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MIN);
    }

    private List<PodQuota> pods() {
        return victims.victims();
    }
}
