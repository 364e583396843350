package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a report is good enough to calculate with; manager specification section 8.2. */
@PureCore
public final class ReportCheck {

    private ReportCheck() {}

    /** Why the report must not be used; empty when it may. Exactly at the limit of its age it still may. */
    public static Optional<Reason> degraded(@Nullable NodeUsage usage, ColocationStrategy strategy, Instant now) {
        if (usage == null) {
            return Optional.of(Reason.NODE_METRIC_MISSING);
        }
        Instant reported = usage.updateTime();
        if (reported == null) {
            return Optional.of(Reason.NODE_METRIC_NEVER_REPORTED);
        }
        if (tooOld(reported, strategy, now)) {
            return Optional.of(Reason.NODE_METRIC_STALE);
        }
        return usage.hasNodeMetric() ? Optional.empty() : Optional.of(Reason.NODE_METRIC_INCOMPLETE);
    }

    /** Whether a report of a time must no longer be relied on. */
    public static boolean tooOld(Instant reported, ColocationStrategy strategy, Instant now) {
        return now.minus(strategy.degradeAfter()).isAfter(reported);
    }

    /**
     * How old a report is: the larger age by the clock of its node and by ours, so that a clock that is ahead keeps no dead agent's
     * report fresh; product design 3.32.
     *
     * @param reported its own time
     * @param seenAt when this process first saw a report of that time, null when that is not known
     */
    public static Duration age(Instant reported, @Nullable Instant seenAt, Instant now) {
        Duration own = Duration.between(reported, now);
        Duration seen = seenAt == null ? own : Duration.between(seenAt, now);
        return own.compareTo(seen) > 0 ? own : seen;
    }
}
