package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.policy.report.Aggregate;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;

/**
 * A value that a strategy needs at each of its ticks, and the key under which the snapshot has it. Two strategies with the same need share
 * one reading.
 *
 * @param <T> what is read
 */
@PureCore
public record Need<T>(Source<T> source, Scope scope) {

    /** What is read at a place. */
    public sealed interface Source<T> permits OfKnob, OfSeries, OfGroups, OfFact {}

    /** Content of a file. */
    record OfKnob<T>(Knob<T> knob) implements Source<T> {}

    /** Samples of a window that ends now. */
    record OfSeries<T>(Metric metric, Duration window, Fold<T> fold) implements Source<T> {}

    /** Control groups, in the hierarchy of a knob, where the place has the knob. */
    record OfGroups(Knob<?> knob, int depth) implements Source<List<String>> {}

    /**
     * Control groups below a place, parents before their children, by the name that a knob takes.
     *
     * @param knob the kernel offers it at a place that there is once, else there is no value
     * @param depth 1 for those directly below it, 2 for those below them as well; of pods always 1
     */
    public static Need<List<String>> groups(Knob<?> knob, int depth, Scope scope) {
        return new Need<>(new OfGroups(knob, depth), scope);
    }

    /** What no single file says. */
    record OfFact<T>(Fact<T> fact) implements Source<T> {}

    /** What is found out of the machine; once on the node. */
    public static <T> Need<T> fact(Fact<T> fact) {
        return new Need<>(new OfFact<>(fact), Scope.NODE);
    }

    /** What a file holds now. */
    public static <T> Need<T> knob(Knob<T> knob, Scope scope) {
        return new Need<>(new OfKnob<>(knob), scope);
    }

    /** The newest sample, unless it is older than two intervals. */
    public static Need<Double> latest(Metric metric, Scope scope) {
        return new Need<>(new OfSeries<>(metric, Duration.ZERO, Fold.LATEST), scope);
    }

    /**
     * Mean of a window.
     *
     * @param window at least one interval is taken; one that is longer than samples are kept has no value
     */
    public static Need<Double> mean(Metric metric, Duration window, Scope scope) {
        return new Need<>(new OfSeries<>(metric, window, Fold.MEAN), scope);
    }

    /** All samples of a window; the window as for {@link #mean}. */
    public static Need<Aggregate> samples(Metric metric, Duration window, Scope scope) {
        return new Need<>(new OfSeries<>(metric, window, Fold.SAMPLES), scope);
    }
}
