package io.koordbridge.yarnoperator.view;

import io.koordbridge.kube.time.SteadyClock;
import java.time.Duration;
import java.time.Instant;

/**
 * The time of an answer.
 *
 * @param steady by the clock of observations and deadlines
 * @param timeOfDay the same for people
 */
record Moment(Instant steady, Instant timeOfDay) {

    static Moment of(SteadyClock clock) {
        Instant steady = clock.instant();
        return new Moment(steady, clock.timeOfDay(steady));
    }

    /** What people call another instant of the steady clock. */
    Instant timeOfDay(Instant other) {
        return timeOfDay.plus(Duration.between(steady, other));
    }
}
