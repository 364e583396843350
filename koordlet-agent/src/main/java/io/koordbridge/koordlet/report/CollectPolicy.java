package io.koordbridge.koordlet.report;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.slo.AggregatePolicy;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to report, from the spec of the NodeMetric over the defaults.
 *
 * @param interval between two reports of steady usage
 * @param window of the averages
 * @param percentileWindows of the percentiles
 * @param memory which memory counts
 */
@PureCore
public record CollectPolicy(Duration interval, Duration window, List<Duration> percentileWindows, MemoryPolicy memory) {

    private static final long DEFAULT_WINDOW_SECONDS = 300;
    private static final long DEFAULT_INTERVAL_SECONDS = 60;
    private static final long MOST_SECONDS = 86_400;
    private static final List<String> DEFAULT_PERCENTILE_WINDOWS = List.of("5m", "10m", "30m");

    public CollectPolicy {
        percentileWindows = List.copyOf(percentileWindows);
    }

    /** Which memory counts. */
    public enum MemoryPolicy {
        WITHOUT_PAGE_CACHE,
        WITH_PAGE_CACHE,
        /** Without pages that nothing touched for long; without all page cache where those are not known. */
        WITH_HOT_PAGE_CACHE;

        static MemoryPolicy of(@Nullable String wireName) {
            return switch (wireName == null ? "" : wireName) {
                case "usageWithPageCache" -> WITH_PAGE_CACHE;
                case "usageWithHotPageCache" -> WITH_HOT_PAGE_CACHE;
                default -> WITHOUT_PAGE_CACHE;
            };
        }
    }

    /**
     * Smallest values that a spec gets, and the longest windows that there are samples for.
     *
     * @param interval between two reports
     * @param window of the averages
     * @param longestWindow of the averages
     * @param longestPercentileWindow of the percentiles
     */
    public record Bounds(Duration interval, Duration window, Duration longestWindow, Duration longestPercentileWindow) {
        public static final Bounds SPECIFIED = new Bounds(
                Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofMinutes(31));
    }

    /**
     * The policy of a spec.
     *
     * @throws IllegalArgumentException naming field, value and what is wanted
     */
    public static CollectPolicy of(NodeMetricSpec spec, Bounds bounds) {
        MetricCollectPolicy given =
                Objects.requireNonNullElse(spec.metricCollectPolicy(), new MetricCollectPolicy(null, null, null, null));
        Duration interval =
                seconds("reportIntervalSeconds", given.reportIntervalSeconds(), DEFAULT_INTERVAL_SECONDS, MOST_SECONDS);
        Duration window = seconds(
                "aggregateDurationSeconds",
                given.aggregateDurationSeconds(),
                DEFAULT_WINDOW_SECONDS,
                bounds.longestWindow().toSeconds());
        return new CollectPolicy(
                larger(interval, bounds.interval()),
                larger(window, bounds.window()),
                percentileWindows(given.nodeAggregatePolicy(), bounds.longestPercentileWindow()),
                MemoryPolicy.of(given.nodeMemoryCollectPolicy()));
    }

    private static List<Duration> percentileWindows(@Nullable AggregatePolicy policy, Duration longest) {
        List<String> texts = policy == null || policy.durations() == null ? List.of() : policy.durations();
        List<Duration> windows = new ArrayList<>();
        for (String text : texts.isEmpty() ? DEFAULT_PERCENTILE_WINDOWS : texts) {
            windows.add(parse(text, longest));
        }
        return windows;
    }

    /** What is smaller than a floor is raised to it; nothing is longer than there are samples for. */
    private static Duration seconds(String field, @Nullable Long given, long byDefault, long most) {
        long value = Objects.requireNonNullElse(given, byDefault);
        if (value > most) {
            throw new IllegalArgumentException("metricCollectPolicy." + field + " = " + value + ": want 1 to " + most);
        }
        return Duration.ofSeconds(Math.max(0, value));
    }

    private static Duration parse(String text, Duration longest) {
        Decoded<Duration> read =
                GoDurations.read(text, Duration.ZERO, "metricCollectPolicy", "nodeAggregatePolicy.durations");
        if (!read.isGood()) {
            throw new IllegalArgumentException(read.problems().get(0).message());
        }
        Duration window = read.orElse(Duration.ZERO);
        if (window.isZero() || window.compareTo(longest) > 0) {
            throw new IllegalArgumentException("metricCollectPolicy.nodeAggregatePolicy.durations: duration '" + text
                    + "': want more than 0s, at most " + longest.toSeconds() + "s");
        }
        return window;
    }

    private static Duration larger(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
