package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.ShownGauge;
import io.koordbridge.kube.metrics.PrometheusFormatter;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.metrics.MetricsOfModule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ReferenceMetricsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final HostApplication NGINX = new HostApplication("nginx", "koord-prod", "LS", null, null);

    private final MetricRegistry registry = new MetricRegistry();
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final ManualClock clock = new ManualClock(START);
    private boolean known = true;
    private OptionalDouble allowance = OptionalDouble.empty();
    private final ReferenceMetrics metrics = new ReferenceMetrics(
            registry,
            "n1",
            new ReferenceMetrics.Sources(
                    store,
                    () -> known,
                    () -> List.of(
                            new ShownGauge("koordlet_a_strategy", List.of("type", "one"), () -> allowance),
                            new ShownGauge("koordlet_a_strategy", List.of("type", "two"), OptionalDouble::empty))),
            clock);

    private List<String> lines() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusFormatter.write(registry, out);
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("koordlet_"))
                .toList();
    }

    @Test
    void whatIsMeasuredAndDecidedHasTheNamesOfTheReference() throws IOException {
        metrics.register(START);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START, 1.5);
        store.append(Metric.NODE_MEMORY, SampleStore.NODE, START, 1024);
        store.append(Metric.SYSTEM_CPU, SampleStore.NODE, START, 0.25);
        allowance = OptionalDouble.of(1.6);

        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "koordlet_start_time{node=\"n1\"} 1.7672256E9",
                        "koordlet_node_used_cpu_cores{node=\"n1\"} 1.5",
                        "koordlet_node_used_memory_bytes{node=\"n1\"} 1024.0",
                        "koordlet_node_metric_node_usage{node=\"n1\",resource=\"cpu\",unit=\"core\"} 1.5",
                        "koordlet_node_metric_node_usage{node=\"n1\",resource=\"memory\",unit=\"byte\"} 1024.0",
                        "koordlet_node_metric_system_usage{node=\"n1\",resource=\"cpu\",unit=\"core\"} 0.25",
                        "koordlet_a_strategy{node=\"n1\",type=\"one\"} 1.6");
    }

    @Test
    void nothingIsShownBeforeTheNodeIsKnownAndNothingOld() throws IOException {
        metrics.register(START);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START, 1.5);
        allowance = OptionalDouble.of(1.6);
        known = false;
        assertThat(lines()).isEmpty();

        known = true;
        allowance = OptionalDouble.empty();
        clock.advance(Duration.ofSeconds(6));
        assertThat(lines()).containsExactly("koordlet_start_time{node=\"n1\"} 1.7672256E9");
    }

    @Test
    void applicationsComeAndGo() throws IOException {
        store.append(Metric.HOST_APPLICATION_CPU, "nginx", START, 0.5);
        store.append(Metric.HOST_APPLICATION_MEMORY, "nginx", START, 2048);
        metrics.follow(List.of(NGINX));
        metrics.follow(List.of(NGINX));

        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "koordlet_host_application_resource_usage{host_application_name=\"nginx\",node=\"n1\","
                                + "priority_class=\"koord-prod\",qos=\"LS\",resource=\"cpu\",unit=\"core\"} 0.5",
                        "koordlet_host_application_resource_usage{host_application_name=\"nginx\",node=\"n1\","
                                + "priority_class=\"koord-prod\",qos=\"LS\",resource=\"memory\",unit=\"byte\"} 2048.0");

        metrics.follow(List.of());
        assertThat(lines()).isEmpty();
    }

    @Test
    void thePageNamesEachOfThem() {
        assertThat(MetricsOfModule.onPage(Path.of("../docs/reference/koordlet-metrics.md"), "koordlet_"))
                .isEqualTo(MetricsOfModule.named("koordlet_"))
                .contains("koordlet_start_time", "koordlet_pod_eviction");
    }
}
