package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How much of what best-effort work requests it can get; below the lower share the tier is so crowded that fewer of them serve all better.
 *
 * @param lower share of the request below which something is released
 * @param upper share that is aimed at
 * @param busy share of the limit from which the tier counts as busy
 */
@PureCore
record Satisfaction(double lower, double upper, double busy) {

    private static final double PERCENT = 100;
    private static final long HIGHEST_LOWER = 60;
    private static final long DEFAULT_BUSY = 90;
    private static final double ONE_CPU = 1000;

    /** @throws IllegalArgumentException naming field, value and allowed range */
    static Satisfaction of(ResourceThresholdStrategy given) {
        Long low = given.cpuEvictBESatisfactionLowerPercent();
        Long high = given.cpuEvictBESatisfactionUpperPercent();
        if (low == null || low <= 0 || low > HIGHEST_LOWER) {
            throw Thresholds.refused("cpuEvictBESatisfactionLowerPercent", low, "1 to " + HIGHEST_LOWER);
        }
        if (high == null || high <= 0 || high >= PERCENT || high < low) {
            throw Thresholds.refused("cpuEvictBESatisfactionUpperPercent", high, low + " to 99");
        }
        long busy = Objects.requireNonNullElse(given.cpuEvictBEUsageThresholdPercent(), DEFAULT_BUSY);
        return new Satisfaction(low / PERCENT, high / PERCENT, busy / PERCENT);
    }

    /**
     * Milli-cores of requests to release, by the mean of a window and by the newest values; 0 for none.
     *
     * @param fixedLimit milli-cores that the share of the request is taken of instead of the limit of the tier; empty when that one
     *     counts. Whether the tier is busy shows in what it uses of its own limit: a smaller offer makes no idle tier busy
     */
    long release(EvictionFacts.BestEffortWindow window, OptionalDouble fixedLimit) {
        EvictionFacts.Amounts mean = window.mean();
        EvictionFacts.Amounts last = window.last();
        double meanLimit = fixedLimit.orElse(mean.realLimit());
        double lastLimit = fixedLimit.orElse(last.realLimit());
        if (!isBusy(mean, fixedLimit)) {
            return 0;
        }
        long byMean = release(mean.request(), meanLimit);
        if (byMean <= 0 || !isBusy(last, fixedLimit)) {
            return 0;
        }
        if (last.request() == mean.request() && lastLimit == meanLimit) {
            return byMean;
        }
        return Math.max(0, Math.min(byMean, release(last.request(), lastLimit)));
    }

    /**
     * Batch CPU of the node as a limit: negative without the resource, so that the tier never counts as busy; next to nothing for an
     * explicit zero.
     */
    static double limit(@Nullable Long allocatable) {
        if (allocatable == null || allocatable < 0) {
            return -1;
        }
        return allocatable == 0 ? 1 : (double) allocatable;
    }

    private boolean isBusy(EvictionFacts.Amounts tier, OptionalDouble fixedLimit) {
        double limit = tier.realLimit();
        if (limit <= 0 || fixedLimit.orElse(limit) <= 0) {
            return false;
        }
        boolean tooSmallToJudge = fixedLimit.isEmpty() && limit < ONE_CPU;
        return tooSmallToJudge || tier.usage() / limit >= busy;
    }

    private long release(double request, double limit) {
        if (request <= 0) {
            return 0;
        }
        double share = limit / request;
        double gap = upper - share;
        return share > lower || gap <= 0 ? 0 : Rounding.truncated(request, gap);
    }
}
