package io.koordbridge.koordlet.collect;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Looks between two rounds whether work outside of the best-effort tier needs much more CPU than the last round saw. Two files a look,
 * so that a load is answered within a part of a second while a whole round stays at one a second.
 */
public final class SurgeSensor {

    private static final long NANOS_PER_TICK = 10_000_000;

    private final HostProc proc;
    private final TierUsage tier;
    private @Nullable Reading last;

    public SurgeSensor(HostProc proc, TierUsage tier) {
        this.proc = proc;
        this.tier = tier;
    }

    private record Reading(long othersNanos, Instant at) {}

    /** Cores used outside of the tier since the last look; 0 at the first look and when nothing can be read. */
    public double look(Instant now) {
        try {
            long others =
                    proc.activeTicks(now) * NANOS_PER_TICK - tier.nanos(now).orElse(0L);
            Reading before = last;
            last = new Reading(others, now);
            if (before == null) {
                return 0;
            }
            long passed = Duration.between(before.at(), now).toNanos();
            return passed <= 0 ? 0 : Math.max(0, (double) (others - before.othersNanos()) / passed);
        } catch (IOException e) {
            last = null;
            return 0;
        }
    }
}
