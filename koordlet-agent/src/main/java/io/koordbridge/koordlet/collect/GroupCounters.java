package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.UsageReader;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Files and last readings of one control group; turns the next reading into a rate. A reading that is too old does not count. */
final class GroupCounters {

    private final UsageReader.GroupFiles files;
    private final long expiryMillis;
    private @Nullable Instant cpuAt;
    private long cpuNanos;
    private @Nullable Instant throttlingAt;
    private long periods;
    private long throttled;
    private long listedMillis;

    GroupCounters(UsageReader.GroupFiles files, Duration expiry) {
        this.files = files;
        this.expiryMillis = expiry.toMillis();
    }

    UsageReader.GroupFiles files() {
        return files;
    }

    void listed(Instant now) {
        listedMillis = now.toEpochMilli();
    }

    boolean isForgotten(Instant now) {
        return listedMillis + expiryMillis < now.toEpochMilli();
    }

    /** Cores since the reading before; NaN for the first one, for a counter that ran backwards, and for a clock that did not move. */
    double cores(long nanos, Instant now) {
        Instant before = cpuAt;
        long used = nanos - cpuNanos;
        cpuAt = now;
        cpuNanos = nanos;
        if (before == null || isOld(before, now) || used < 0) {
            return Double.NaN;
        }
        long passed = before.until(now, ChronoUnit.NANOS);
        return passed <= 0 ? Double.NaN : (double) used / passed;
    }

    /** Share of the periods since the reading before in which the quota was used up, 0 without a period; NaN for the first one. */
    double throttled(UsageReader.Throttling now, Instant at) {
        Instant before = throttlingAt;
        long newPeriods = now.periods() - periods;
        long newThrottled = now.throttled() - throttled;
        throttlingAt = at;
        periods = now.periods();
        throttled = now.throttled();
        if (before == null || isOld(before, at)) {
            return Double.NaN;
        }
        return newPeriods <= 0 ? 0 : (double) Math.max(0, newThrottled) / newPeriods;
    }

    private boolean isOld(Instant before, Instant now) {
        return before.toEpochMilli() + expiryMillis < now.toEpochMilli();
    }
}
