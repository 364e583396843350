package io.koordbridge.colo.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangesTest {

    @Test
    void aFieldTakesItsJsonValueAndTheRestStays() {
        assertThat(Changes.apply(
                        "{\"enable\":true,\"cpuReclaimThresholdPercent\":60}",
                        Map.of("cpuReclaimThresholdPercent", "75")))
                .isEqualTo("{\"enable\":true,\"cpuReclaimThresholdPercent\":75}");
        assertThat(Changes.apply("", Map.of("cpuCalculatePolicy", "maxUsageRequest")))
                .isEqualTo("{\"cpuCalculatePolicy\":\"maxUsageRequest\"}");
    }

    @Test
    void aPathMakesWhatItLeadsThrough() {
        assertThat(Changes.apply("{\"enable\":true}", Map.of("metricAggregatePolicy.durations", "[\"5m\"]")))
                .isEqualTo("{\"enable\":true,\"metricAggregatePolicy\":{\"durations\":[\"5m\"]}}");
    }

    @Test
    void nothingIsOverwrittenOnTheWay() {
        assertThatThrownBy(() -> Changes.apply("{\"enable\":true}", Map.of("enable.more", "1")))
                .hasMessage("enable.more: enable is no object");
        assertThatThrownBy(() -> Changes.apply("[]", Map.of("enable", "1"))).hasMessageContaining("no JSON object");
    }
}
