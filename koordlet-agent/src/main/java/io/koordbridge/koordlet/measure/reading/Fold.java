package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.policy.report.Aggregate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How samples of a window become one value.
 *
 * @param <T> that value
 */
final class Fold<T> {

    static final Fold<Double> LATEST = new Fold<>(
            (store, metric, subject, age, now) -> present(store.latest(metric, subject, now, age.multipliedBy(2))));
    static final Fold<Double> MEAN = new Fold<>(
            (store, metric, subject, window, now) -> present(store.mean(metric, subject, now.minus(window), now)));
    static final Fold<Aggregate> SAMPLES = new Fold<>((store, metric, subject, window, now) ->
            Optional.of(store.between(metric, subject, now.minus(window), now)).filter(found -> found.count() > 0));

    private final Question<T> question;

    private Fold(Question<T> question) {
        this.question = question;
    }

    private interface Question<T> {
        Optional<T> ask(SampleStore store, Metric metric, String subject, Duration window, Instant now);
    }

    private static Optional<Double> present(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    /** The value; empty without a sample, and for a window that is longer than samples are kept. */
    Optional<T> of(SampleStore store, Metric metric, String subject, Duration window, Instant now) {
        return window.compareTo(store.nodeRetention()) > 0
                ? Optional.empty()
                : question.ask(store, metric, subject, window, now);
    }
}
