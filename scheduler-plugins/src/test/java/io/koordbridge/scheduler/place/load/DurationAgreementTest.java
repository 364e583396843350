package io.koordbridge.scheduler.place.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.slo.AggregatedUsage;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.place.load.UsageReport.Aggregation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The windows of reports, annotations and configuration are those that the one reader of durations finds. */
class DurationAgreementTest {

    private static final ResourceUsage USAGE = ResourceUsage.of(Map.of("cpu", new Quantity("1")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5m",
                "5m0s",
                "500ms",
                "1.5h",
                "0",
                "100us",
                "100µs",
                "1h30m",
                "+5m",
                "-5m",
                "5",
                "PT5M",
                "5M",
                " 5m",
                "5 m",
                "null",
                "٥m",
                "300000h1000000h2000000h"
            })
    void aWindowIsTheOneOfTheReader(String text) {
        Decoded<Duration> read = GoDurations.read(text, Duration.ZERO, "", "");
        long seconds = (long) Math.ceil(read.orElse(Duration.ZERO).toNanos() / 1e9);

        UsageReport report = report(text);
        assertThat(report.aggregated()).containsKey(new Aggregation("p95", seconds));
        assertThat(report.problems()).hasSize(read.isGood() ? 0 : 1);

        LoadLimits limits = limits(text);
        assertThat(limits.problems()).hasSize(read.isGood() ? 0 : 1);
        if (read.isGood()) {
            assertThat(Objects.requireNonNull(limits.aggregated()).of()).isEqualTo(new Aggregation("p95", seconds));
        } else {
            assertThat(limits.aggregated()).isNull();
        }
    }

    @Test
    void theLongestWindowCountsWhereNoneIsNamed() {
        NodeMetric metric = metric(List.of(of("10m", "1"), of("1.5h", "3"), of("500ms", "2")));

        assertThat(UsageReportReader.read(metric, null, Instant.EPOCH)
                        .aggregated()
                        .get(new Aggregation("p95", 0)))
                .satisfies(usage ->
                        assertThat(Objects.requireNonNull(usage).get("cpu")).isEqualTo(3_000));
    }

    @Test
    void theConfigurationTakesTheSameTexts() {
        assertThat(args("1.5h").score()).isEqualTo(new Aggregation("p95", 5_400));
        assertThat(args("500ms").score()).isEqualTo(new Aggregation("p95", 1));
        assertThat(args("").score()).isEqualTo(new Aggregation("p95", 0));
        assertThatThrownBy(() -> args("5mm").score()).hasMessageContaining("loadAware.aggregated: '5mm'");
    }

    private static AggregatedArgs args(String window) {
        return new AggregatedArgs(Map.of(), "", "", "p95", window);
    }

    private static LoadLimits limits(String window) {
        return LoadLimitsReader.read(new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .addToAnnotations(
                        Annotations.NODE_USAGE_THRESHOLDS,
                        "{\"aggregatedUsage\": {\"usageThresholds\": {\"cpu\": 60}, \"usageAggregationType\": \"p95\","
                                + " \"usageAggregatedDuration\": \"" + window + "\"}}")
                .endMetadata()
                .build());
    }

    private static UsageReport report(String window) {
        return UsageReportReader.read(metric(List.of(of(window, "1"))), null, Instant.EPOCH);
    }

    private static AggregatedUsage of(String window, String cpu) {
        return new AggregatedUsage(Map.of("p95", ResourceUsage.of(Map.of("cpu", new Quantity(cpu)))), window);
    }

    private static NodeMetric metric(List<AggregatedUsage> windows) {
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName("n1");
        metric.setStatus(new NodeMetricStatus(
                Instant.EPOCH, new NodeMetricInfo(USAGE, windows, null, null, null), null, null, null, null));
        return metric;
    }
}
