package io.koordbridge.policy.evict;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
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
public record Satisfaction(double lower, double upper, double busy) {

    private static final double ONE_CPU = 1000;
    private static final int LEAST_SEEN = 3;

    /**
     * Milli-cores of requests to release, by the mean of a window and by the newest values; 0 for none.
     *
     * @param fixedLimit milli-cores that the share of the request is taken of instead of the limit of the tier; empty when that one
     *     counts. Whether the tier is busy shows in what it uses of its own limit: a smaller offer makes no idle tier busy
     */
    public long release(TierCpu mean, TierCpu last, OptionalDouble fixedLimit) {
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

    /** Whether enough of a window was seen to judge by its means: a third. */
    public static boolean isCovered(long seen, long window) {
        return seen >= window / LEAST_SEEN;
    }

    /**
     * Batch CPU of the node as a limit: negative without the resource, so that the tier never counts as busy; next to nothing for an
     * explicit zero.
     */
    public static double limit(@Nullable Long allocatable) {
        if (allocatable == null || allocatable < 0) {
            return -1;
        }
        return allocatable == 0 ? 1 : (double) allocatable;
    }

    private boolean isBusy(TierCpu tier, OptionalDouble fixedLimit) {
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
