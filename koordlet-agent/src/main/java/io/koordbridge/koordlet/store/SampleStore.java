package io.koordbridge.koordlet.store;

import io.koordbridge.policy.report.Aggregate;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All series of the process on one axis of ticks, within a fixed number of bytes. */
public final class SampleStore {

    /** Subject of series that the node has once. */
    public static final String NODE = "";

    private static final Logger LOG = LoggerFactory.getLogger(SampleStore.class);

    private final StoreLimits limits;
    private final TimeAxis axis;
    private final Map<Metric, Map<String, Series>> metrics = new EnumMap<>(Metric.class);
    private int count;
    private long bytes;
    private long refused;

    public SampleStore(StoreLimits limits) {
        this.limits = limits;
        int longest = 0;
        for (Metric.Scope scope : Metric.Scope.values()) {
            longest = Math.max(longest, limits.capacity(scope));
        }
        this.axis = new TimeAxis(limits.interval().toMillis(), longest);
        for (Metric metric : Metric.values()) {
            metrics.put(metric, new HashMap<>());
        }
    }

    /** Size of the store. */
    public record Size(int series, long bytes, long maxBytes, long refusedSamples) {}

    /** The longest window that there are samples of the node for. */
    public Duration nodeRetention() {
        return limits.nodeRetention();
    }

    /** Time between two samples. */
    public Duration interval() {
        return limits.interval();
    }

    private Map<String, Series> of(Metric metric) {
        return metrics.getOrDefault(metric, Map.of());
    }

    /** Adds a sample. A value that is no number, and a time before the newest tick or not after the series' last one, are dropped. */
    public synchronized void append(Metric metric, String subject, Instant at, double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        Series known = of(metric).get(subject);
        Series series = known == null ? create(metric, subject) : known;
        long millis = at.toEpochMilli();
        if (series == null || series.lastMillis() >= millis) {
            return;
        }
        long tick = axis.tickAt(millis);
        if (tick < 0) {
            return;
        }
        long growth = series.growthBytes(tick);
        boolean mayGrow = bytes + axis.bytes() + growth <= limits.maxBytes();
        series.add(tick, axis.start(tick), millis, value, mayGrow);
        bytes += mayGrow ? growth : 0;
    }

    private @Nullable Series create(Metric metric, String subject) {
        int capacity = limits.capacity(metric.scope());
        if (bytes + axis.bytes() + Series.firstBytes(capacity) > limits.maxBytes()) {
            if (refused++ == 0) {
                LOG.warn("store is full maxBytes={} series={}: new series are not kept", limits.maxBytes(), count);
            }
            return null;
        }
        Series series = new Series(capacity);
        of(metric).put(subject, series);
        count++;
        bytes += series.bytes();
        return series;
    }

    /** Samples of a window, both ends included. */
    public synchronized Aggregate between(Metric metric, String subject, Instant from, Instant to) {
        Series series = of(metric).get(subject);
        return series == null ? Aggregate.none() : series.between(axis, from.toEpochMilli(), to.toEpochMilli());
    }

    /** Mean of a window, both ends included. */
    public synchronized OptionalDouble mean(Metric metric, String subject, Instant from, Instant to) {
        Series series = of(metric).get(subject);
        double mean = series == null ? Double.NaN : series.meanBetween(axis, from.toEpochMilli(), to.toEpochMilli());
        return Double.isNaN(mean) ? OptionalDouble.empty() : OptionalDouble.of(mean);
    }

    /** The newest value that is not older than {@code maxAge}, as it was measured. */
    public synchronized OptionalDouble latest(Metric metric, String subject, Instant now, Duration maxAge) {
        Series series = of(metric).get(subject);
        double value = series == null
                ? Double.NaN
                : series.lastBetween(axis, now.minus(maxAge).toEpochMilli(), now.toEpochMilli());
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Subjects of a metric with a value not older than {@code maxAge}, and that value. */
    public synchronized Map<String, Double> latestBySubject(Metric metric, Instant now, Duration maxAge) {
        long from = now.minus(maxAge).toEpochMilli();
        long to = now.toEpochMilli();
        Map<String, Double> found = new HashMap<>();
        of(metric).forEach((subject, series) -> {
            double value = series.lastBetween(axis, from, to);
            if (!Double.isNaN(value)) {
                found.put(subject, value);
            }
        });
        return found;
    }

    /** Subjects of a metric that have any sample. */
    public synchronized Set<String> subjects(Metric metric) {
        return new TreeSet<>(of(metric).keySet());
    }

    /** Drops pod, container and host application series without a sample since {@code before}. */
    public synchronized void dropIdle(Instant before) {
        metrics.forEach((metric, series) -> {
            if (metric.scope() != Metric.Scope.NODE) {
                dropIdle(series.values().iterator(), before.toEpochMilli());
            }
        });
    }

    private void dropIdle(Iterator<Series> all, long beforeMillis) {
        while (all.hasNext()) {
            Series one = all.next();
            if (one.lastMillis() < beforeMillis) {
                bytes -= one.bytes();
                count--;
                all.remove();
            }
        }
    }

    public synchronized Size size() {
        return new Size(count, bytes + (count == 0 ? 0 : axis.bytes()), limits.maxBytes(), refused);
    }
}
