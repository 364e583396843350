package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.BucketHistogram;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.metrics.PrometheusFormatter;
import io.koordbridge.kube.metrics.SummingRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PrometheusFormatterTest {

    private final MetricRegistry registry = new SummingRegistry();

    @Test
    void mergesMetricsOfOneFamily() throws IOException {
        registry.counter(MetricNames.of("koord_writes_total", "file", "cpu.shares"))
                .inc(3);
        registry.counter(MetricNames.of("koord_writes_total", "file", "a{b},c=d"))
                .inc();

        assertThat(text())
                .containsOnlyOnce("# TYPE koord_writes_total counter")
                .contains("koord_writes_total{file=\"cpu.shares\"} 3.0")
                .contains("koord_writes_total{file=\"a{b},c=d\"} 1.0");
    }

    @Test
    void keepsTheNamesThatDashboardsOfTheReferenceUse() throws IOException {
        registry.counter(MetricNames.of("slo_controller_nodeslo_spec_parse_count", "status", "failed"))
                .inc(2);

        assertThat(text())
                .contains("slo_controller_nodeslo_spec_parse_count{status=\"failed\"} 2.0")
                .doesNotContain("_count_total");
    }

    @Test
    void saysWhatAMetricIsWhereThatIsKnown() throws IOException {
        registry.counter(MetricNames.of("koord_reconcile_total", "controller", "a", "status", "failed"))
                .inc();
        registry.counter("koord_unexplained_total").inc();

        assertThat(text())
                .containsOnlyOnce("# HELP koord_reconcile_total Passes of a controller, by status.\n")
                .doesNotContain("# HELP koord_unexplained_total");
    }

    @Test
    void leavesOutAGaugeThatFails() throws IOException {
        registry.gauge("koord_good", () -> () -> 1);
        registry.gauge("koord_bad", () -> () -> {
            throw new IllegalStateException("no value");
        });

        assertThat(text()).contains("koord_good 1.0").doesNotContain("koord_bad");
    }

    @Test
    void twoFamiliesThatTheWriterTakesForOneDoNotCostTheRest() throws IOException {
        registry.gauge("koord_missed", () -> () -> 2);
        registry.counter("koord_missed_total").inc();
        registry.counter("koord_other_total").inc(3);

        assertThat(text()).contains("koord_missed 2.0").contains("koord_other_total 3.0");
    }

    @Test
    void writesTimersInSeconds() throws IOException {
        registry.timer("koord_call_seconds").update(java.time.Duration.ofMillis(500));

        assertThat(text())
                .contains("koord_call_seconds{quantile=\"0.5\"} 0.5")
                .contains("koord_call_seconds_count 1", "koord_call_seconds_sum 0.5");
    }

    @Test
    void noSumEverFalls() throws IOException {
        BucketHistogram buckets = BucketHistogram.of(registry, "koord_buckets", BucketHistogram.exponential(1, 2, 20));
        Map<String, Double> last = new HashMap<>();
        for (int round = 0; round < 200; round++) {
            long millis = round < 20 ? 60_000 : 1;
            for (int update = 0; update < 100; update++) {
                registry.timer("koord_call_seconds").update(java.time.Duration.ofMillis(millis));
                registry.histogram("koord_sizes").update(millis);
                buckets.update(millis);
            }
            Map<String, Double> sums = sums();
            sums.forEach((name, sum) -> assertThat(sum).as(name).isGreaterThanOrEqualTo(last.getOrDefault(name, 0.0)));
            last.putAll(sums);
        }
        assertThat(last).containsOnlyKeys("koord_buckets_sum", "koord_call_seconds_sum", "koord_sizes_sum");
    }

    private Map<String, Double> sums() throws IOException {
        return text().lines()
                .map(line -> line.split(" "))
                .filter(words -> words[0].endsWith("_sum"))
                .collect(Collectors.toMap(words -> words[0], words -> Double.valueOf(words[1])));
    }

    @Test
    void writesBucketsCumulatively() throws IOException {
        double[] bounds = BucketHistogram.exponential(0.001, 2, 20);
        String name = MetricNames.of("koord_review_milliseconds", "status", "allowed");
        for (double value : new double[] {0.0005, 0.001, 0.0015, 600}) {
            BucketHistogram.of(registry, name, bounds).observe(value);
        }

        assertThat(text())
                .contains("# TYPE koord_review_milliseconds histogram")
                .contains("koord_review_milliseconds_bucket{status=\"allowed\",le=\"0.001\"} 2")
                .contains("koord_review_milliseconds_bucket{status=\"allowed\",le=\"0.002\"} 3")
                .contains("koord_review_milliseconds_bucket{status=\"allowed\",le=\"524.288\"} 3")
                .contains("koord_review_milliseconds_bucket{status=\"allowed\",le=\"+Inf\"} 4")
                .contains("koord_review_milliseconds_count{status=\"allowed\"} 4")
                .contains("koord_review_milliseconds_sum{status=\"allowed\"} 600.003");
    }

    private String text() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusFormatter.write(registry, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
