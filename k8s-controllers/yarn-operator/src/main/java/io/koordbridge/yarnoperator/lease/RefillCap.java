package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The place of evicted containers is not offered again for a minute: YARN would fill it within a heartbeat.
 *
 * <p>Any client that may write the Node can claim evictions, so a claim is bounded: none frees more than containers held beyond the minimum, which
 * is never taken, and one after the other extends the minute for no longer than {@link #LONGEST}. Then YARN may have it again, until containers
 * hold something and lose it.
 *
 * @param base what YARN had before the first of the evictions that count
 * @param most what YARN may have until then
 * @param since when the last eviction was seen
 * @param begun when the first of them was seen
 */
@PureCore
public record RefillCap(YarnAmount base, YarnAmount most, Instant since, Instant begun) {

    static final Duration LASTS = Duration.ofSeconds(60);
    static final Duration LONGEST = Duration.ofMinutes(3);

    /** What a node has when an eviction is seen: what YARN had before, and the part of it that containers held beyond the minimum. */
    record Had(YarnAmount lease, YarnAmount held) {}

    /** The cap that holds now, null without one. */
    static @Nullable RefillCap next(
            @Nullable RefillCap before, @Nullable Eviction eviction, Had had, YarnConversion units, Instant now) {
        RefillCap running = before != null && now.isBefore(before.since.plus(LASTS)) ? before : null;
        boolean news = eviction != null && (running == null || !running.since.equals(eviction.seenAt()));
        if (eviction == null || !news || !now.isBefore(eviction.seenAt().plus(LASTS))) {
            return running;
        }
        YarnAmount freed = units.toYarn(eviction.freed());
        if (running != null && !now.isBefore(running.begun.plus(LONGEST).minus(LASTS))) {
            return running;
        }
        if (running != null) {
            YarnAmount most =
                    running.base.minus(freed).max(running.most.minus(had.held)).min(running.most);
            return new RefillCap(running.base, most, eviction.seenAt(), running.begun);
        }
        YarnAmount taken = freed.min(had.held);
        return taken.equals(YarnAmount.ZERO)
                ? null
                : new RefillCap(had.lease, had.lease.minus(taken), eviction.seenAt(), eviction.seenAt());
    }

    /** Of a new leader: the former one has already taken the evicted amount off what YARN has. */
    static @Nullable RefillCap adopted(@Nullable Eviction eviction, YarnAmount has, YarnConversion units) {
        return eviction == null
                ? null
                : new RefillCap(has.plus(units.toYarn(eviction.freed())), has, eviction.seenAt(), eviction.seenAt());
    }

    LeasePlan applied(LeasePlan plan) {
        YarnAmount limit = plan.limit().min(most).max(plan.minimum());
        return new LeasePlan(
                plan.wanted().min(limit),
                limit,
                plan.minimum(),
                plan.free(),
                plan.weightThousandths(),
                plan.reason() + "; no more than " + limit + " for a minute after an eviction");
    }
}
