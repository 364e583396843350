package io.koordbridge.copilot.decommission;

/** To what the node shrinks, and for how long that is known. */
public final class ShrinkOrder {
    private final long vcores;
    private final long megabytes;
    private final boolean countsVcores;
    private final long deadlineNanos;
    private final long confirmedNanos;

    ShrinkOrder(long vcores, long megabytes, boolean countsVcores, long deadlineNanos, long confirmedNanos) {
        this.vcores = vcores;
        this.megabytes = megabytes;
        this.countsVcores = countsVcores;
        this.deadlineNanos = deadlineNanos;
        this.confirmedNanos = confirmedNanos;
    }

    public long vcores() {
        return vcores;
    }

    public long megabytes() {
        return megabytes;
    }

    /** Whether the ResourceManager ends containers for their vcores. */
    boolean countsVcores() {
        return countsVcores;
    }

    boolean sameTarget(ShrinkOrder other) {
        return vcores == other.vcores && megabytes == other.megabytes;
    }

    /** 0 from the deadline on. */
    public long leftMillis(long nowNanos) {
        return Math.max(0, (deadlineNanos - nowNanos) / 1_000_000);
    }

    /** Whether it was confirmed within this time. */
    boolean fresh(long nowNanos, long longestNanos) {
        return nowNanos - confirmedNanos < longestNanos;
    }
}
