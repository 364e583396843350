package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The place of evicted containers is not offered again for a minute: YARN would fill it within a heartbeat.
 *
 * @param base what YARN had before the first of the evictions that count
 * @param most what YARN may have until then
 * @param since when the last eviction was seen
 */
@PureCore
public record RefillCap(YarnAmount base, YarnAmount most, Instant since) {

    static final Duration LASTS = Duration.ofSeconds(60);

    /**
     * The cap that holds now, null without one.
     *
     * @param had what YARN had before
     */
    static @Nullable RefillCap next(
            @Nullable RefillCap before,
            @Nullable Eviction eviction,
            YarnAmount had,
            YarnConversion units,
            Instant now) {
        RefillCap running = before != null && now.isBefore(before.since.plus(LASTS)) ? before : null;
        boolean news = eviction != null && (running == null || !running.since.equals(eviction.seenAt()));
        if (eviction == null || !news || !now.isBefore(eviction.seenAt().plus(LASTS))) {
            return running;
        }
        YarnAmount base = running == null ? had : running.base;
        YarnAmount most = base.minus(units.toYarn(eviction.freed()));
        return new RefillCap(base, running == null ? most : most.min(running.most), eviction.seenAt());
    }

    /** Of a new leader: the former one has already taken the evicted amount off what YARN has. */
    static @Nullable RefillCap adopted(@Nullable Eviction eviction, YarnAmount has, YarnConversion units) {
        return eviction == null
                ? null
                : new RefillCap(has.plus(units.toYarn(eviction.freed())), has, eviction.seenAt());
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
