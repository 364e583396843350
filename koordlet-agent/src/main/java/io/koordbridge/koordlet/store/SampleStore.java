package io.koordbridge.koordlet.store;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All series of the process, within a fixed number of bytes. */
public final class SampleStore {

    /** Subject of series that the node has once. */
    public static final String NODE = "";

    private static final Logger LOG = LoggerFactory.getLogger(SampleStore.class);

    private final StoreLimits limits;
    private final Map<Key, SampleRing> rings = new HashMap<>();
    private long bytes;
    private long refused;

    public SampleStore(StoreLimits limits) {
        this.limits = limits;
    }

    private record Key(Metric metric, String subject) {}

    /** Size of the store. */
    public record Size(int series, long bytes, long maxBytes, long refusedSamples) {}

    /** Adds a sample. A value that is no number, and a time not after the last one, are dropped. */
    public synchronized void append(Metric metric, String subject, Instant at, double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        Key key = new Key(metric, subject);
        SampleRing ring = rings.get(key);
        if (ring == null) {
            ring = create(key);
        }
        if (ring == null || ring.lastMillis() >= at.toEpochMilli()) {
            return;
        }
        long growth = ring.growthBytes();
        boolean mayGrow = bytes + growth <= limits.maxBytes();
        ring.add(at.toEpochMilli(), value, mayGrow);
        bytes += mayGrow ? growth : 0;
    }

    private @Nullable SampleRing create(Key key) {
        int capacity = limits.capacity(key.metric().scope());
        if (bytes + SampleRing.firstBytes(capacity) > limits.maxBytes()) {
            if (refused++ == 0) {
                LOG.warn(
                        "store is full maxBytes={} series={}: new series are not kept",
                        limits.maxBytes(),
                        rings.size());
            }
            return null;
        }
        SampleRing ring = new SampleRing(capacity);
        rings.put(key, ring);
        bytes += ring.bytes();
        return ring;
    }

    /** Samples of a window, both ends included. */
    public synchronized Aggregate between(Metric metric, String subject, Instant from, Instant to) {
        SampleRing ring = rings.get(new Key(metric, subject));
        return ring == null ? Aggregate.none() : ring.between(from.toEpochMilli(), to.toEpochMilli());
    }

    /** Mean of a window, both ends included. */
    public synchronized OptionalDouble mean(Metric metric, String subject, Instant from, Instant to) {
        SampleRing ring = rings.get(new Key(metric, subject));
        double mean = ring == null ? Double.NaN : ring.meanBetween(from.toEpochMilli(), to.toEpochMilli());
        return Double.isNaN(mean) ? OptionalDouble.empty() : OptionalDouble.of(mean);
    }

    /** The newest value that is not older than {@code maxAge}. */
    public synchronized OptionalDouble latest(Metric metric, String subject, Instant now, Duration maxAge) {
        SampleRing ring = rings.get(new Key(metric, subject));
        if (ring == null) {
            return OptionalDouble.empty();
        }
        double value = ring.lastBetween(now.minus(maxAge).toEpochMilli(), now.toEpochMilli());
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Subjects of a metric with a value not older than {@code maxAge}, and that value. */
    public synchronized Map<String, Double> latestBySubject(Metric metric, Instant now, Duration maxAge) {
        Map<String, Double> found = new HashMap<>();
        for (Map.Entry<Key, SampleRing> entry : rings.entrySet()) {
            if (entry.getKey().metric() == metric) {
                double value = entry.getValue().lastBetween(now.minus(maxAge).toEpochMilli(), now.toEpochMilli());
                if (!Double.isNaN(value)) {
                    found.put(entry.getKey().subject(), value);
                }
            }
        }
        return found;
    }

    /** Subjects of a metric that have any sample. */
    public synchronized Set<String> subjects(Metric metric) {
        return rings.keySet().stream()
                .filter(key -> key.metric() == metric)
                .map(Key::subject)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Drops pod, container and host application series without a sample since {@code before}. */
    public synchronized void dropIdle(Instant before) {
        Iterator<Map.Entry<Key, SampleRing>> entries = rings.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Key, SampleRing> entry = entries.next();
            boolean ofNode = entry.getKey().metric().scope() == Metric.Scope.NODE;
            if (!ofNode && entry.getValue().lastMillis() < before.toEpochMilli()) {
                bytes -= entry.getValue().bytes();
                entries.remove();
            }
        }
    }

    public synchronized Size size() {
        return new Size(rings.size(), bytes, limits.maxBytes(), refused);
    }
}
