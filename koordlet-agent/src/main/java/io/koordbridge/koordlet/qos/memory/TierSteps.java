package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.protocol.PureCore;

/**
 * The way from one value of {@code memory.high} to the next: down in steps, since the kernel frees memory for each; up faster; and not at
 * all for small differences.
 *
 * @param usableBytes memory of the node
 */
@PureCore
record TierSteps(long usableBytes) {

    /** No limit. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final long PAGE_BYTES = 4096;
    private static final long DOWN = 20;
    private static final long UP = 10;
    private static final long BAND = 100;
    private static final long LEAST = 1000;

    /**
     * What the tier uses.
     *
     * @param allBytes page cache included
     * @param heldBytes what no reclaim frees; with swap it can be less
     */
    record Usage(long allBytes, long heldBytes) {}

    /**
     * The next value. It never goes below what cannot be freed: that would stall the tier, its NodeManagers too, and free nothing; and it
     * does not rise with it either, so the tier grows no further.
     *
     * @param high the value now
     * @param target the value to get to
     */
    long next(long high, long target, Usage usage) {
        long band = usableBytes / BAND;
        if (high != UNLIMITED && target > high) {
            return target > high + band ? whole(Math.min(target, high + usableBytes / UP)) : high;
        }
        long wanted = Math.max(target, Math.min(high, usage.heldBytes()));
        boolean presses = usage.allBytes() > wanted - band;
        if (wanted >= high - (presses ? usableBytes / LEAST : band)) {
            return high;
        }
        return whole(Math.max(wanted, Math.min(high, usage.allBytes()) - usableBytes / DOWN));
    }

    private static long whole(long bytes) {
        return Math.max(0, bytes) / PAGE_BYTES * PAGE_BYTES;
    }
}
