package io.koordbridge.policy.online;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * When the annotation is written: with the next report when a figure rose by more than noise, when one fell and the last write is some minutes ago,
 * when a window comes or goes, and before it is outdated. So most reports write nothing, and no figure stays below the truth by more than noise.
 *
 * @param said what it says; null when this process wrote nothing, or removed it
 * @param at when it was written, by the clock of the store; null with {@code said}
 */
@PureCore
public record OnlineNote(@Nullable OnlineUse said, @Nullable Instant at) {

    /** What an earlier process wrote holds until this one knows better. */
    public static final OnlineNote NOTHING = new OnlineNote(null, null);

    /** The window beside those of the NodeMetric where nobody asks for another. */
    public static final Duration WINDOW = Duration.ofMinutes(15);

    /** A fall is not written sooner after the last write. */
    public static final Duration FALLS = Duration.ofMinutes(5);

    private static final double RISE = 0.01;
    private static final double RISE_OF_EXTREMES = 0.02;
    private static final double FALL = 0.02;

    /** What to do with the annotation. */
    public enum Step {
        KEEP,
        WRITE,
        REMOVE
    }

    /** Size of the node, milli-cores and bytes. */
    public record Capacity(long milliCpu, long bytes) {}

    /**
     * The next step.
     *
     * @param wanted null when no window is known
     */
    public Step next(@Nullable OnlineUse wanted, Capacity capacity, Instant now) {
        if (wanted == null) {
            return said == null ? Step.KEEP : Step.REMOVE;
        }
        if (said == null || at == null || !now.isBefore(at.plus(OnlineUse.RENEWED))) {
            return Step.WRITE;
        }
        Change change = change(said, wanted, capacity);
        boolean quiet = now.isBefore(at.plus(FALLS));
        return change == Change.RISE || (change == Change.FALL && !quiet) ? Step.WRITE : Step.KEEP;
    }

    /**
     * What holds after the step, should it succeed.
     *
     * @param wanted what {@link #next} was asked about
     */
    public OnlineNote after(Step step, @Nullable OnlineUse wanted, Instant now) {
        return switch (step) {
            case KEEP -> this;
            case WRITE -> new OnlineNote(wanted, now);
            case REMOVE -> NOTHING;
        };
    }

    /** After it was written. */
    public static OnlineNote written(OnlineUse use, Instant now) {
        return new OnlineNote(use, now);
    }

    private enum Change {
        NONE,
        FALL,
        RISE;

        Change or(Change other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    private static Change change(OnlineUse before, OnlineUse after, Capacity capacity) {
        boolean sameWindows = before.windows().stream()
                .map(Window::length)
                .toList()
                .equals(after.windows().stream().map(Window::length).toList());
        if (!sameWindows) {
            return Change.RISE;
        }
        Change change = forecast(before.forecast(), after.forecast(), capacity);
        for (int i = 0; i < after.windows().size(); i++) {
            Window one = before.windows().get(i);
            Window other = after.windows().get(i);
            change = change.or(percentiles(one.cpuMilli(), other.cpuMilli(), capacity.milliCpu()))
                    .or(percentiles(one.memoryBytes(), other.memoryBytes(), capacity.bytes()));
        }
        return change;
    }

    private static Change forecast(@Nullable Forecast before, @Nullable Forecast after, Capacity capacity) {
        if (before == null || after == null) {
            return before == null && after == null ? Change.NONE : Change.RISE;
        }
        return figure(before.cpuMilli(), after.cpuMilli(), RISE, capacity.milliCpu())
                .or(figure(before.memoryBytes(), after.memoryBytes(), RISE, capacity.bytes()));
    }

    private static Change percentiles(Percentiles before, Percentiles after, long capacity) {
        return both(Percentiles::mean, before, after, RISE, capacity)
                .or(both(Percentiles::p50, before, after, RISE, capacity))
                .or(both(Percentiles::p90, before, after, RISE, capacity))
                .or(both(Percentiles::p95, before, after, RISE, capacity))
                .or(both(Percentiles::p99, before, after, RISE_OF_EXTREMES, capacity))
                .or(both(Percentiles::max, before, after, RISE_OF_EXTREMES, capacity));
    }

    private static Change both(
            ToLongFunction<Percentiles> figure, Percentiles before, Percentiles after, double rise, long capacity) {
        return figure(figure.applyAsLong(before), figure.applyAsLong(after), rise, capacity);
    }

    private static Change figure(long before, long after, double rise, long capacity) {
        if (after - before > rise * capacity) {
            return Change.RISE;
        }
        return before - after > FALL * capacity ? Change.FALL : Change.NONE;
    }
}
