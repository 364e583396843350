package io.koordbridge.koordlet.report;

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
        WITH_PAGE_CACHE
    }

    /** Smallest values that a spec may ask for. */
    public record Floors(Duration interval, Duration window) {
        public static final Floors SPECIFIED = new Floors(Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    /**
     * The policy of a spec.
     *
     * @throws IllegalArgumentException naming field, value and what is wanted
     */
    public static CollectPolicy of(NodeMetricSpec spec, Floors floors) {
        MetricCollectPolicy given =
                Objects.requireNonNullElse(spec.metricCollectPolicy(), new MetricCollectPolicy(null, null, null, null));
        Duration interval = seconds("reportIntervalSeconds", given.reportIntervalSeconds(), DEFAULT_INTERVAL_SECONDS);
        Duration window = seconds("aggregateDurationSeconds", given.aggregateDurationSeconds(), DEFAULT_WINDOW_SECONDS);
        return new CollectPolicy(
                larger(interval, floors.interval()),
                larger(window, floors.window()),
                percentileWindows(given.nodeAggregatePolicy()),
                "usageWithPageCache".equals(given.nodeMemoryCollectPolicy())
                        ? MemoryPolicy.WITH_PAGE_CACHE
                        : MemoryPolicy.WITHOUT_PAGE_CACHE);
    }

    private static List<Duration> percentileWindows(@Nullable AggregatePolicy policy) {
        List<String> texts = policy == null || policy.durations() == null ? List.of() : policy.durations();
        List<Duration> windows = new ArrayList<>();
        for (String text : texts.isEmpty() ? DEFAULT_PERCENTILE_WINDOWS : texts) {
            windows.add(parse(text));
        }
        return windows;
    }

    /** What is smaller than a floor is raised to it; nothing is far away from the time that there are samples of. */
    private static Duration seconds(String field, @Nullable Long given, long byDefault) {
        long value = Objects.requireNonNullElse(given, byDefault);
        if (value > MOST_SECONDS) {
            throw new IllegalArgumentException(
                    "metricCollectPolicy." + field + " = " + value + ": want 1 to " + MOST_SECONDS);
        }
        return Duration.ofSeconds(Math.max(0, value));
    }

    private static Duration parse(String text) {
        String field = "metricCollectPolicy.nodeAggregatePolicy.durations";
        Duration window;
        try {
            window = GoDuration.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + ": " + e.getMessage(), e);
        }
        if (window.isZero() || window.compareTo(Duration.ofSeconds(MOST_SECONDS)) > 0) {
            throw new IllegalArgumentException(
                    field + ": duration '" + text + "': want more than 0s, at most " + MOST_SECONDS + "s");
        }
        return window;
    }

    private static Duration larger(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
