package io.koordbridge.koordlet.report.families;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveSeriesTest {

    private final MetricRegistry metrics = new MetricRegistry();
    private final LiveSeries series = new LiveSeries(metrics, "n1");

    private static Sample cpu(int number, double value) {
        return new Sample("a_family", List.of("cpu", String.valueOf(number)), value);
    }

    @Test
    void valuesFollowAndWhatIsGoneIsTakenAway() {
        series.show(List.of(cpu(0, 1), cpu(1, 1)));
        series.show(List.of(cpu(1, 2), cpu(2, 3)));

        assertThat(metrics.getGauges().keySet())
                .containsExactlyInAnyOrder("a_family{node=n1,cpu=1}", "a_family{node=n1,cpu=2}");
        assertThat(metrics.getGauges().get("a_family{node=n1,cpu=1}").getValue())
                .isEqualTo(2.0);
        series.show(List.of());
        assertThat(metrics.getGauges()).isEmpty();
    }

    @Test
    void theNumberOfSeriesHasABound() {
        series.show(
                IntStream.range(0, 10_000).mapToObj(number -> cpu(number, 1)).toList());

        assertThat(metrics.getGauges()).hasSize(LiveSeries.MOST);
    }
}
