package io.koordbridge.replay;

import io.koordbridge.policy.evict.Satisfaction;
import io.koordbridge.policy.evict.TierCpu;
import io.koordbridge.policy.suppress.SuppressQuota;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/**
 * Whether the best-effort tier of a replayed node gets enough CPU for its requests: as the agent looks, by the means of the window that
 * ends now and by what is now. A window of which a third was seen counts.
 */
final class Satisfied {

    private static final long UNLIMITED = -1;
    private static final double MICROS_PER_MILLI = 100;

    private final ReplaySettings.Protection protection;
    private final long capacityMilliCpu;
    private final long windowSeconds;
    private final Deque<Part> parts = new ArrayDeque<>();
    private long seen;
    private boolean low;
    private long episodes;

    private record Part(long seconds, TierCpu tier) {}

    Satisfied(NodeSize size, ReplaySettings.Protection protection) {
        this.capacityMilliCpu = size.milliCpu();
        this.protection = protection;
        this.windowSeconds = protection.satisfactionWindow().toSeconds();
    }

    /** Stretches in which something would be evicted. */
    long episodes() {
        return episodes;
    }

    /** Nothing is known of the time before. */
    void interrupted() {
        parts.clear();
        seen = 0;
        low = false;
    }

    /** One more interval; the agent looks at its end, where the means say most of it. */
    void add(long seconds, long offered, long allowance) {
        double limit =
                SuppressQuota.next(allowance, capacityMilliCpu, UNLIMITED).orElse(UNLIMITED) / MICROS_PER_MILLI;
        TierCpu now = new TierCpu(Math.min((double) offered, limit), (double) offered, limit);
        parts.addLast(new Part(seconds, now));
        seen += seconds;
        shorten();
        boolean evicts = Satisfaction.isCovered(seen, windowSeconds)
                && protection.satisfaction().release(mean(), now, OptionalDouble.empty()) > 0;
        episodes += evicts && !low ? 1 : 0;
        low = evicts;
    }

    private void shorten() {
        while (seen > windowSeconds) {
            Part oldest = parts.removeFirst();
            long left = Math.max(0, oldest.seconds() - (seen - windowSeconds));
            seen -= oldest.seconds() - left;
            if (left > 0) {
                parts.addFirst(new Part(left, oldest.tier()));
            }
        }
    }

    private TierCpu mean() {
        double usage = 0;
        double request = 0;
        double limit = 0;
        for (Part part : parts) {
            usage += part.seconds() * part.tier().usage();
            request += part.seconds() * part.tier().request();
            limit += part.seconds() * part.tier().realLimit();
        }
        return new TierCpu(usage / seen, request / seen, limit / seen);
    }
}
