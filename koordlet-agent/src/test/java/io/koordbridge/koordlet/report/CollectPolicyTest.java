package io.koordbridge.koordlet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.slo.AggregatePolicy;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectPolicyTest {

    private static CollectPolicy policy(Long window, Long interval, String percentiles) {
        AggregatePolicy aggregate = percentiles == null ? null : new AggregatePolicy(List.of(percentiles));
        return CollectPolicy.of(
                new NodeMetricSpec(new MetricCollectPolicy(window, interval, aggregate, null)),
                CollectPolicy.Bounds.SPECIFIED);
    }

    @Test
    void raisesWhatIsBelowTheFloors() {
        assertThat(policy(-1L, Long.MIN_VALUE, null).interval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(policy(-1L, 1L, null).window()).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "- | 9223372036854775807 | - | metricCollectPolicy.reportIntervalSeconds = 9223372036854775807: want 1"
                        + " to 86400",
                "601 | - | - | metricCollectPolicy.aggregateDurationSeconds = 601: want 1 to 600",
                "- | - | 99999999h | durations: '99999999h'; allowed: a duration of 0s or more, such as 5m0s",
                "- | - | -5m | durations: '-5m'; allowed: a duration of 0s or more, such as 5m0s",
                "- | - | 9999h | duration '9999h': want more than 0s, at most 1860s",
                "- | - | 2h | duration '2h': want more than 0s, at most 1860s",
                "- | - | 0s | duration '0s': want more than 0s, at most 1860s",
                "- | - | 5x | durations: '5x'; allowed: a duration of 0s or more, such as 5m0s",
            })
    void namesFieldValueAndRangeOfWhatNoClockCanCount(Long window, Long interval, String percentiles, String message) {
        assertThatThrownBy(() -> policy(window, interval, percentiles))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(message);
    }
}
