package io.koordbridge.replay;

import io.koordbridge.policy.evict.TierCpu;
import io.koordbridge.policy.suppress.SuppressQuota;
import java.util.OptionalDouble;

/** Whether the best-effort tier of a replayed node gets enough CPU for its requests, and for how long it has not. */
final class Satisfied {

    private static final long UNLIMITED = -1;
    private static final double MICROS_PER_MILLI = 100;

    private final ReplaySettings.Protection protection;
    private final long capacityMilliCpu;
    private long lowSeconds;
    private boolean counted;
    private long episodes;

    Satisfied(NodeSize size, ReplaySettings.Protection protection) {
        this.capacityMilliCpu = size.milliCpu();
        this.protection = protection;
    }

    /** Stretches that were long enough for an eviction. */
    long episodes() {
        return episodes;
    }

    /** Nothing is known of the time before. */
    void interrupted() {
        lowSeconds = 0;
        counted = false;
    }

    /** One more interval. */
    void add(long seconds, long offered, long allowance) {
        double limit =
                SuppressQuota.next(allowance, capacityMilliCpu, UNLIMITED).orElse(UNLIMITED) / MICROS_PER_MILLI;
        TierCpu tier = new TierCpu(Math.min((double) offered, limit), (double) offered, limit);
        if (protection.satisfaction().release(tier, tier, OptionalDouble.empty()) <= 0) {
            interrupted();
            return;
        }
        long needed = protection.satisfactionWindow().toSeconds();
        // An eviction needs a look that still finds it low, not a step that the mean has followed by then.
        boolean before = lowSeconds >= needed;
        episodes += before && !counted ? 1 : 0;
        counted = before;
        lowSeconds += seconds;
    }
}
