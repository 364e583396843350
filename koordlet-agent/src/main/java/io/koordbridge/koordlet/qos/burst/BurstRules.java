package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.enforce.quota.QuotaMove;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a container is given; specification section 13.6. */
@PureCore
public final class BurstRules {

    private static final double MILLI = 1_000;
    private static final double PERCENT = 100;
    private static final long FULL_PERCENT = 100;

    private BurstRules() {}

    /** Whether a pod shares its CPUs with others and is no best-effort pod. */
    public static boolean concerns(PodInfo pod) {
        boolean own = pod.labelQos() == QosClass.LSE || pod.labelQos() == QosClass.LSR;
        return !own && !pod.isBestEffort() && !pod.finished();
    }

    /** Time that a container may save up; 0 without a limit. The kernel takes no more than the quota, which is seen to later. */
    public static long burstMicros(BurstSettings settings, long limitMilliCpu, long periodMicros) {
        return settings.savesUp()
                ? (long) (limitMilliCpu / MILLI * (settings.burstPercent() / PERCENT) * periodMicros)
                : 0;
    }

    /** The quota that the limit says. */
    public static long baseMicros(long limitMilliCpu, long periodMicros) {
        return Math.max(CgroupFormat.MIN_QUOTA_MICROS, limitMilliCpu * periodMicros / (long) MILLI);
    }

    /** Ceiling of the quota in percent of the base. */
    public static long ceilPercent(BurstSettings settings) {
        return Math.max(FULL_PERCENT, settings.quotaPercent().orElse(FULL_PERCENT));
    }

    /**
     * Whether a container may have more than its limit now, and its bucket from now on.
     *
     * @param bucket null when it has none
     */
    public record Allowance(boolean allowed, @Nullable TokenBucket bucket) {}

    /** The parts of a usage that the bucket needs. */
    static long usagePercent(Optional<Double> cores, long limitMilliCpu) {
        return cores.map(used -> (long) (used / (limitMilliCpu / MILLI) * PERCENT))
                .orElse(FULL_PERCENT);
    }

    /**
     * The limiter of a container with a limit.
     *
     * @param before its bucket, null when it has none
     * @param cores what it uses; empty while unknown
     * @param startTokens what a new bucket begins with, by its capacity
     */
    public static Allowance allowance(
            BurstSettings settings,
            @Nullable TokenBucket before,
            Optional<Double> cores,
            long limitMilliCpu,
            Tokens startTokens) {
        OptionalLong period = settings.periodSeconds();
        if (period.isEmpty() || period.getAsLong() < 0) {
            return new Allowance(true, before);
        }
        OptionalLong percent = settings.quotaPercent();
        if (percent.isEmpty() || percent.getAsLong() < FULL_PERCENT) {
            return new Allowance(false, before);
        }
        long capacity = TokenBucket.capacity(period.getAsLong(), percent.getAsLong());
        TokenBucket bucket = before == null || before.capacity() != capacity
                ? TokenBucket.of(period.getAsLong(), percent.getAsLong(), startTokens.of(capacity), startTokens.now())
                : before;
        TokenBucket next = bucket.next(usagePercent(cores, limitMilliCpu), startTokens.now());
        return new Allowance(next.allows(), next);
    }

    /** Now, and what a new bucket begins with. */
    public record Tokens(String containerId, Instant now) {
        long of(long capacity) {
            return TokenBucket.startTokens(containerId, capacity);
        }
    }

    /**
     * What becomes of the quota.
     *
     * @param throttled last share of periods in which it had to wait; empty while unknown
     */
    public static QuotaMove move(BurstSettings settings, boolean allowed, Optional<Double> throttled, NodeState state) {
        if (!settings.growsQuota()) {
            return QuotaMove.RESET;
        }
        QuotaMove wish = QuotaMove.REMAIN;
        if (!allowed) {
            wish = QuotaMove.DOWN;
        } else if (throttled.orElse(0.0) > 0) {
            wish = QuotaMove.UP;
        }
        return switch (state) {
            case IDLE -> wish;
            case OVERLOAD -> QuotaMove.DOWN;
            case COOLING, UNKNOWN -> wish == QuotaMove.UP ? QuotaMove.REMAIN : wish;
        };
    }
}
