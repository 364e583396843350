package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.protocol.PureCore;

/** What becomes of the present quota of a container; section 13.6. */
@PureCore
public enum QuotaMove {
    /** A fifth more. */
    UP,
    /** A fifth less. */
    DOWN,
    /** As it is, within base and ceiling. */
    REMAIN,
    /** As it is, also outside of them: the kubelet is about to change it. */
    LEAVE,
    /** What its limits say. */
    RESET;

    private static final double MORE = 1.2;
    private static final double LESS = 0.8;
    private static final double PERCENT = 100;

    /**
     * The quota that it gets: never less than the base, never more than the ceiling.
     *
     * @param ceilPercent ceiling as a part of the base; up to 100 is the base
     */
    public long target(long current, long base, long ceilPercent) {
        if (this == LEAVE) {
            return current;
        }
        long ceiling = ceilPercent > PERCENT ? (long) (base * ceilPercent / PERCENT) : base;
        long moved = switch (this) {
            case UP -> (long) (current * MORE);
            case DOWN -> (long) (current * LESS);
            case REMAIN, LEAVE -> current;
            case RESET -> base;
        };
        return Math.max(base, Math.min(moved, ceiling));
    }
}
