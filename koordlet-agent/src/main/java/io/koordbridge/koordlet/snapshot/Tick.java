package io.koordbridge.koordlet.snapshot;

import java.time.Instant;

/**
 * One moment at which strategies decide.
 *
 * @param number counts up from 1
 * @param at time of the readings
 */
public record Tick(long number, Instant at, Cause cause) {

    /** What made it happen. */
    public enum Cause {
        TIMER,
        /** Work outside of the best-effort tier suddenly needs CPU. */
        SURGE,
        /** A control group of a pod appeared. */
        BIRTH,
        /** The process ends. */
        EXIT
    }
}
