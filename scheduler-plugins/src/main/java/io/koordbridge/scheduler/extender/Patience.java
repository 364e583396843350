package io.koordbridge.scheduler.extender;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How long the caller of a request waits for its answer: kube-scheduler goes on after that, and does not read a later answer. */
final class Patience {

    private final LongSupplier nanoTime;
    private final long since;
    private final Duration limit;

    /** From now on. */
    Patience(Duration limit, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
        this.limit = limit;
    }

    /** The time is over. */
    static final class CallerGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CallerGoneException(Duration limit) {
            super("no answer within " + limit.toMillis() + " ms, the calculation is given up", null, false, false);
        }
    }

    /**
     * Asked before each step that takes a while.
     *
     * @throws CallerGoneException when the time is over
     */
    void check() {
        if (nanoTime.getAsLong() - since > limit.toNanos()) {
            throw new CallerGoneException(limit);
        }
    }
}
