package io.koordbridge.yarnoperator.amounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.yarnoperator.amounts.UseStep.Held;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Lost;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Queue;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AmountCountersTest {

    private static final String CORES = "koord_yarn_core_seconds_total{cluster=default,pool=%s,queue=%s}";
    private static final String MEMORY = "koord_yarn_memory_gib_seconds_total{cluster=default,pool=%s,queue=%s}";
    private static final String PREEMPTED = "koord_yarn_containers_lost_total{cluster=default,reason=preempted}";

    private final MetricRegistry registry = new MetricRegistry();
    private final ManualClock clock = new ManualClock(Looked.NOW);
    private final AmountCounters counters = new AmountCounters(registry, clock, Duration.ofSeconds(60), 2);

    private void held(String queue, long milliCpuMillis, long mebibyteMillis) {
        counters.add(
                "",
                new UseStep(
                        Map.of(new Queue("default", queue), new Held(milliCpuMillis, mebibyteMillis)), Lost.NOTHING));
    }

    private long shown(String name) {
        return registry.getCounters().get(name).getCount();
    }

    @Test
    void partsOfASecondAddUp() {
        for (int i = 0; i < 3; i++) {
            held("root.a", 700_000, 512_000);
        }
        clock.advance(Duration.ofSeconds(60));

        assertThat(shown(CORES.formatted("default", "root.a"))).isEqualTo(2);
        assertThat(shown(MEMORY.formatted("default", "root.a"))).isEqualTo(1);
    }

    @Test
    void aNewSeriesShowsNothingUntilItWasSurelySeenOnce() {
        counters.show("");
        counters.add("", new UseStep(Map.of(), new Lost(3, 1, 2)));

        assertThat(shown(PREEMPTED)).isZero();
        clock.advance(Duration.ofSeconds(60));
        assertThat(shown(PREEMPTED)).isEqualTo(3);
        assertThat(shown("koord_yarn_masters_lost_total{cluster=default,reason=preempted}"))
                .isEqualTo(1);
        assertThat(shown("koord_yarn_masters_lost_total{cluster=default,reason=other}"))
                .isEqualTo(2);
    }

    @Test
    void seriesOfAReplicaThatDoesNotLeadEndAndGoOnWhereTheyWere() {
        counters.add("", new UseStep(Map.of(), new Lost(3, 0, 0)));
        clock.advance(Duration.ofSeconds(60));
        counters.hide();
        assertThat(registry.getCounters()).isEmpty();

        counters.show("");
        counters.add("", new UseStep(Map.of(), new Lost(1, 0, 0)));
        assertThat(shown(PREEMPTED)).isEqualTo(3);
        clock.advance(Duration.ofSeconds(60));
        assertThat(shown(PREEMPTED)).isEqualTo(4);
    }

    @Test
    void queuesAboveTheBoundShareOneSeries() {
        held("root.a", 1_000_000, 0);
        held("root.b", 1_000_000, 0);
        held("root.c", 1_000_000, 0);
        held("root.d", 1_000_000, 0);
        held("root.a", 1_000_000, 0);
        clock.advance(Duration.ofSeconds(60));

        assertThat(shown(CORES.formatted("default", "root.a"))).isEqualTo(2);
        assertThat(shown(CORES.formatted("other", "other"))).isEqualTo(2);
        assertThat(registry.getCounters().keySet().stream().filter(name -> name.contains("core_seconds")))
                .hasSize(3);
    }

    @Test
    void containersThatEndWithTheirNodeHaveAReasonOfTheirOwn() {
        counters.show("");
        counters.containersWithNode("", 4);
        clock.advance(Duration.ofSeconds(60));

        assertThat(shown("koord_yarn_containers_lost_total{cluster=default,reason=node-gone}"))
                .isEqualTo(4);
        assertThat(shown(PREEMPTED)).isZero();
    }
}
