package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Comparator;

/**
 * How important a pod is among those of its quota.
 *
 * @param priority of the pod's priority class
 * @param subPriority label {@code koordinator.sh/priority}, 0 without
 * @param createdAt when the pod was created
 * @param startedAt when it was started on its node, {@link Instant#MAX} before
 */
@PureCore
public record PodRank(int priority, long subPriority, Instant createdAt, Instant startedAt) {

    /** Of a pod about which nothing is known. */
    public static final PodRank LOWEST = new PodRank(0, 0, Instant.EPOCH, Instant.MAX);

    /** Who enters first: the higher priority, then the higher sub-priority, then the older pod. */
    public static final Comparator<PodRank> QUEUE = Comparator.comparingInt(PodRank::priority)
            .reversed()
            .thenComparing(Comparator.comparingLong(PodRank::subPriority).reversed())
            .thenComparing(PodRank::createdAt);

    /** The more important first: the higher priority, then the one that started earlier. */
    public static final Comparator<PodRank> IMPORTANCE =
            Comparator.comparingInt(PodRank::priority).reversed().thenComparing(PodRank::startedAt);
}
