package io.koordbridge.koordlet.report.families;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ReclaimableMetric;
import io.koordbridge.api.slo.ResourceUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForecastSamplesTest {

    private static ReclaimableMetric amounts(String cpu, String memory) {
        return new ReclaimableMetric(
                ResourceUsage.of(Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory))));
    }

    private static List<String> lines(@Nullable ReclaimableMetric reclaimable, @Nullable ReclaimableMetric peak) {
        return ForecastSamples.of(Optional.of(new NodeMetricStatus(null, null, null, null, reclaimable, peak))).stream()
                .map(one -> one.family() + " " + String.join(" ", one.labels()) + " " + one.value())
                .toList();
    }

    @Test
    void showsTheForecastOfTheLastReportInCoresAndBytes() {
        assertThat(lines(amounts("1500m", "1Ki"), amounts("2", "2Ki")))
                .containsExactly(
                        "koordlet_node_resource_priority_reclaimable_status priority koord-prod 0.0",
                        "koordlet_node_priority_resource_reclaimable priority koord-prod resource cpu unit core 1.5",
                        "koordlet_node_priority_resource_reclaimable priority koord-prod resource memory unit byte 1024.0",
                        "koordlet_node_predicted_resource_reclaimable predictor minPredictor resource cpu unit core 1.5",
                        "koordlet_node_predicted_resource_reclaimable predictor minPredictor resource memory unit byte 1024.0",
                        "koordlet_node_predicted_resource_peak predictor peakPredictor resource cpu unit core 2.0",
                        "koordlet_node_predicted_resource_peak predictor peakPredictor resource memory unit byte 2048.0");
    }

    @Test
    void aReportWithoutForecastHasOnlyItsStatus() {
        assertThat(lines(null, null))
                .containsExactly("koordlet_node_resource_priority_reclaimable_status priority koord-prod 1.0");
        assertThat(ForecastSamples.of(Optional.empty())).isEmpty();
    }
}
