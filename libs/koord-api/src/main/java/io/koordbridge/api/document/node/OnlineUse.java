package io.koordbridge.api.document.node;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The use of a node by all but best-effort work, the online sum: node less best-effort pods and best-effort host applications, sample by sample.
 *
 * @param at when the agent wrote it; the agent writes it again when it changes by more than noise, and every {@link #RENEWED}
 * @param windows each once, shortest first; a window that the agent has not watched for long enough is not there
 * @param forecast null when nothing is forecast
 */
@PureCore
public record OnlineUse(
        Instant at, List<Window> windows, @Nullable Forecast forecast) {

    /** At the latest after this time the agent writes it again. */
    public static final Duration RENEWED = Duration.ofMinutes(10);
    /** An older one says nothing: its agent does not run, or does not write it any more. */
    public static final Duration OUTDATED = Duration.ofMinutes(30);

    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    public OnlineUse {
        windows = windows.stream().sorted(Comparator.comparing(Window::length)).toList();
    }

    /**
     * Use in one window that ends at the time of writing.
     *
     * @param length of the window, more than zero
     */
    public record Window(Duration length, Percentiles cpuMilli, Percentiles memoryBytes) {}

    /** Milli-cores or bytes; none is negative, each percentile is at least the one before. */
    public record Percentiles(long mean, long p50, long p90, long p95, long p99, long max) {}

    /**
     * The highest use that is expected.
     *
     * @param within the time after {@code at} that it speaks of
     */
    public record Forecast(Duration within, long cpuMilli, long memoryBytes) {}

    /** Whether it counts at this time: neither old, nor from the future by more than clocks differ. */
    public boolean holdsAt(Instant now) {
        return !at.plus(OUTDATED).isBefore(now) && !at.isAfter(now.plus(CLOCKS_DIFFER));
    }

    /** The window whose length is nearest, of two the longer one; empty without windows. */
    public Optional<Window> nearest(Duration length) {
        return windows.stream()
                .min(Comparator.comparing(
                                (Window one) -> one.length().minus(length).abs())
                        .thenComparing(Window::length, Comparator.reverseOrder()));
    }
}
