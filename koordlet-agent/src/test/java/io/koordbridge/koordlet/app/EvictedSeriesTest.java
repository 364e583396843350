package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.evict.Victim;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EvictedSeriesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String FEATURE = "BEMemoryEvict";

    private final MetricRegistry metrics = new MetricRegistry();
    private final EvictedSeries series = new EvictedSeries(metrics, "n1");

    private static Victim pod(String name) {
        return Victim.pod("u-" + name, "jobs", name);
    }

    @Test
    void aPodIsNamedForHalfAnHourAfterTheLastTime() {
        series.count(pod("a"), FEATURE, START);
        series.count(pod("b"), FEATURE, START);
        series.count(pod("a"), FEATURE, START.plusSeconds(60));

        String detail = "koordlet_pod_eviction_detail{node=n1,pod_name=%s,pod_namespace=jobs,reason=BEMemoryEvict}";
        assertThat(metrics.counter(detail.formatted("a")).getCount()).isEqualTo(2);
        series.forget(START.plus(EvictedSeries.KEPT));
        assertThat(metrics.getCounters().keySet())
                .containsExactlyInAnyOrder(
                        "koordlet_pod_eviction{node=n1,reason=BEMemoryEvict}", detail.formatted("a"));
        assertThat(metrics.counter("koordlet_pod_eviction{node=n1,reason=BEMemoryEvict}")
                        .getCount())
                .isEqualTo(3);
    }

    @Test
    void theNewestTakeThePlaceOfTheOldest() {
        for (int i = 0; i < EvictedSeries.MOST + 10; i++) {
            series.count(pod("p" + i), FEATURE, START.plusMillis(i));
        }

        assertThat(metrics.getCounters()).hasSize(EvictedSeries.MOST + 1);
        assertThat(metrics.getCounters().keySet()).noneMatch(name -> name.contains("pod_name=p9,"));
    }
}
