package io.koordbridge.koordlet.app;

import java.time.Duration;

/** When the rounds of a loop are due: at a fixed rate, but rounds that a stall made impossible are not made up for. */
final class Pace {

    private final long periodNanos;
    private long dueNanos;

    /** The first round is due now. */
    Pace(Duration period, long nowNanos) {
        this.periodNanos = period.toNanos();
        this.dueNanos = nowNanos;
    }

    /** A round has ended; how long to wait for the next one. */
    long nextDelayNanos(long nowNanos) {
        long next = dueNanos + periodNanos;
        dueNanos = next - nowNanos < 0 ? nowNanos : next;
        return dueNanos - nowNanos;
    }
}
