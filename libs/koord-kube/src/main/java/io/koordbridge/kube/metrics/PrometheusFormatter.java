package io.koordbridge.kube.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Writes a registry in the Prometheus text format. Metrics of one family become one labelled family; timers and histograms
 * become summaries (timers in seconds; with sums in a {@link SummingRegistry}), {@link BucketHistogram}s histograms, counters without {@code _total} untyped. A gauge that fails or is not a number is left out.
 */
public final class PrometheusFormatter {

    /** Content type of the output of {@link #write}. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99};
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private PrometheusFormatter() {}

    /** Writes all metrics. */
    public static void write(MetricRegistry registry, OutputStream out) throws IOException {
        Map<String, Family> families = new TreeMap<>();
        for (Map.Entry<String, Metric> entry : registry.getMetrics().entrySet()) {
            MetricNames.Labelled name = MetricNames.read(entry.getKey());
            families.computeIfAbsent(name.family(), unused -> new Family())
                    .add(labels(name.labels()), entry.getValue());
        }
        List<MetricSnapshot> snapshots = new ArrayList<>();
        families.forEach((name, family) -> family.snapshot(name, snapshots));
        leaveOutDuplicates(snapshots);
        PrometheusTextFormatWriter.create().write(out, new MetricSnapshots(snapshots));
    }

    /** To the writer a counter {@code x_total} is called {@code x}; beside a family of that name it must not cost the scrape. */
    private static void leaveOutDuplicates(List<MetricSnapshot> snapshots) {
        Set<String> names = new HashSet<>();
        snapshots.removeIf(one -> !names.add(one.getMetadata().getPrometheusName()));
    }

    private static Labels labels(Map<String, String> labels) {
        Labels.Builder builder = Labels.builder();
        labels.forEach((name, value) -> builder.label(PrometheusNaming.sanitizeLabelName(name), value));
        return builder.build();
    }

    private static final class Family {

        private final List<CounterDataPointSnapshot> counters = new ArrayList<>();
        private final List<GaugeDataPointSnapshot> gauges = new ArrayList<>();
        private final List<SummaryDataPointSnapshot> summaries = new ArrayList<>();
        private final List<HistogramDataPointSnapshot> histograms = new ArrayList<>();

        void add(Labels labels, Metric metric) {
            if (metric instanceof Counter counter) {
                counters.add(new CounterDataPointSnapshot(Math.max(counter.getCount(), 0), labels, null, 0));
            } else if (metric instanceof Meter meter) {
                counters.add(new CounterDataPointSnapshot(meter.getCount(), labels, null, 0));
            } else if (metric instanceof Gauge<?> gauge) {
                addGauge(labels, gauge);
            } else if (metric instanceof Timer timer) {
                summaries.add(summary(timer, timer.getCount(), NANOS_PER_SECOND, labels));
            } else if (metric instanceof BucketHistogram histogram) {
                histograms.add(HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(histogram.bounds(), histogram.counts()))
                        .sum(histogram.sum())
                        .labels(labels)
                        .build());
            } else if (metric instanceof Histogram histogram) {
                summaries.add(summary(histogram, histogram.getCount(), 1, labels));
            }
        }

        private void addGauge(Labels labels, Gauge<?> gauge) {
            try {
                Object value = gauge.getValue();
                if (value instanceof Number number) {
                    gauges.add(new GaugeDataPointSnapshot(number.doubleValue(), labels, null));
                } else if (value instanceof Boolean truth) {
                    gauges.add(new GaugeDataPointSnapshot(truth ? 1 : 0, labels, null));
                }
            } catch (RuntimeException e) {
                // One broken gauge must not cost the scrape.
                org.slf4j.LoggerFactory.getLogger(PrometheusFormatter.class).debug("gauge left out", e);
            }
        }

        /** The sum only where all values are summed: a sum over a reservoir would fall, which is read as a restart. */
        private static SummaryDataPointSnapshot summary(Sampling metric, long count, double unit, Labels labels) {
            Snapshot snapshot = metric.getSnapshot();
            List<Quantile> quantiles = new ArrayList<>();
            for (double quantile : QUANTILES) {
                quantiles.add(new Quantile(quantile, snapshot.getValue(quantile) / unit));
            }
            SummaryDataPointSnapshot.Builder summary = SummaryDataPointSnapshot.builder()
                    .count(count)
                    .quantiles(Quantiles.of(quantiles))
                    .labels(labels);
            if (metric instanceof SummingRegistry.Summed summed) {
                summary.sum(summed.sum() / unit);
            }
            return summary.build();
        }

        void snapshot(String name, List<MetricSnapshot> snapshots) {
            MetricMetadata metadata =
                    new MetricMetadata(PrometheusNaming.sanitizeMetricName(name), MetricHelp.of(name));
            if (!counters.isEmpty()) {
                snapshots.add(counted(name, metadata));
            } else if (!gauges.isEmpty()) {
                snapshots.add(new GaugeSnapshot(metadata, gauges));
            } else if (!summaries.isEmpty()) {
                snapshots.add(new SummarySnapshot(metadata, summaries));
            } else if (!histograms.isEmpty()) {
                snapshots.add(new HistogramSnapshot(metadata, histograms));
            }
        }

        /** The writer adds {@code _total} to what is called a counter; a name that others chose stays as it is. */
        private MetricSnapshot counted(String name, MetricMetadata metadata) {
            if (name.endsWith("_total")) {
                return new CounterSnapshot(metadata, counters);
            }
            return new UnknownSnapshot(
                    metadata,
                    counters.stream()
                            .map(one -> new UnknownDataPointSnapshot(one.getValue(), one.getLabels(), null))
                            .toList());
        }
    }
}
