package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arrays hold cpu, then memory. */
class PoolPercentsTest {

    private static final long[] CAPACITY = {10_001, 100};

    private static NodeLimits limits(LoadThresholds thresholds, List<NodeLoad> nodes) {
        LoadPool pool = new LoadPool("p", null, thresholds, Map.of(), AnomalyCondition.DEFAULT);
        return new PoolPercents(thresholds, LoadKeys.of(pool), nodes).of(CAPACITY);
    }

    @Test
    void amountsAreCutToWholeOnes() {
        LoadThresholds thresholds =
                new LoadThresholds(false, Map.of("cpu", 33.3), Map.of("cpu", 60.0), Map.of(), Map.of());

        NodeLimits limits = limits(thresholds, List.of());

        assertThat(limits.low()).containsExactly(3330, 100);
        assertThat(limits.high()).containsExactly(6000, 100);
        assertThat(limits.prodHigh()).containsExactly(10_001, 100);
    }

    @Test
    void aLowThresholdWithoutAHighOneNeverMakesANodeHot() {
        LoadThresholds thresholds = new LoadThresholds(false, Map.of("cpu", 30.0), Map.of(), Map.of(), Map.of());

        assertThat(limits(thresholds, List.of()).high()).containsExactly(10_001, 100);
    }

    @Test
    void distancesAreTakenFromTheMeanWithinBounds() {
        LoadCluster cluster =
                new LoadCluster().node("a").node("b").pod("a", "p", 2000, 50).pod("b", "q", 4000, 90);
        LoadThresholds thresholds = new LoadThresholds(
                true, Map.of("cpu", 10.0, "memory", 90.0), Map.of("cpu", 20.0, "memory", 90.0), Map.of(), Map.of());

        NodeLimits limits = limits(thresholds, List.of(cluster.load("a"), cluster.load("b")));

        assertThat(limits.low()).containsExactly(2000, 0);
        assertThat(limits.high()).containsExactly(5000, 100);
        assertThat(limits.prodLow()).containsExactly(10_001, 100);
    }
}
