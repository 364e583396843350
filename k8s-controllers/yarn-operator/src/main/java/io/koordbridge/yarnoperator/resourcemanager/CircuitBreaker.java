package io.koordbridge.yarnoperator.resourcemanager;

import java.time.Duration;
import java.time.Instant;

/** Spares a cluster that does not answer: after three failures in a row calls wait 1 s, doubled with each, at most 30 s. */
final class CircuitBreaker {

    private static final int FAILURES_TO_OPEN = 3;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private int failures;
    private Instant closedFrom = Instant.EPOCH;

    synchronized boolean allows(Instant now) {
        return !now.isBefore(closedFrom);
    }

    synchronized boolean open() {
        return failures >= FAILURES_TO_OPEN;
    }

    synchronized void succeeded() {
        failures = 0;
        closedFrom = Instant.EPOCH;
    }

    synchronized void failed(Instant now) {
        failures++;
        if (failures >= FAILURES_TO_OPEN) {
            int doublings = Math.min(failures - FAILURES_TO_OPEN, 5);
            Duration pause = FIRST_PAUSE.multipliedBy(1L << doublings);
            closedFrom = now.plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
        }
    }
}
