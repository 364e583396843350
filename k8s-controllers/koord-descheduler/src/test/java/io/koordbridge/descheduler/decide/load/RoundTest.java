package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.protocol.PriorityClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoundTest {

    private final List<OfPod> decided = new ArrayList<>();

    private boolean relieve(LoadCluster cluster, NotingEvictor evictor, long availableMilliCpu) {
        Targets targets = new Targets(List.of(new Target(cluster.load("cold"))));
        long[] available = {availableMilliCpu, 100};
        LowNodeLoadArgs args = LoadCluster.args(LoadCluster.THRESHOLDS);
        return new Round(LoadSide.NODE, args, targets, available, evictor, decided).relieve(cluster.load("hot"));
    }

    private static LoadCluster hot() {
        return new LoadCluster().node("cold").node("hot");
    }

    @Test
    void roomThatWasHeldForARefusedPodIsFreeForOthers() {
        LoadCluster cluster = hot().pod("hot", "a", 4000, 1).pod("hot", "b", 4500, 1);
        NotingEvictor evictor = new NotingEvictor(Set.of(), Set.of("a"));

        boolean fine = relieve(cluster, evictor, 6000);

        assertThat(fine).isTrue();
        assertThat(evictor.evicted()).containsExactly("b");
        assertThat(decided).extracting(OfPod::check).containsExactly("Limit", "");
    }

    @Test
    void podsThatDoNotFitTogetherAreNotAllEvicted() {
        LoadCluster cluster =
                hot().pod("hot", "a", 4000, 1).pod("hot", "b", 4500, 1).pod("hot", "c", 4500, 1);
        NotingEvictor evictor = new NotingEvictor();

        boolean fine = relieve(cluster, evictor, 6000);

        assertThat(fine).isFalse();
        assertThat(evictor.evicted()).containsExactly("a");
        assertThat(decided).extracting(OfPod::check).containsExactly("", "NodeFit", "NodeFit");
    }

    @Test
    void requestsOfEvictedPodsCountForTheNext() {
        Map<String, Long> half = Map.of("cpu", 6000L);
        Map<String, Long> used = Map.of("cpu", 2000L, "memory", 1L);
        LoadCluster cluster = hot().pod("hot", "a", PriorityClass.BATCH, half, used)
                .pod("hot", "b", PriorityClass.BATCH, half, used)
                .pod("hot", "c", 6000, 1);
        NotingEvictor evictor = new NotingEvictor(Set.of("c"), Set.of());

        relieve(cluster, evictor, 6000);

        assertThat(evictor.evicted()).containsExactly("a");
        assertThat(decided)
                .filteredOn(pod -> pod.pod().name().equals("b"))
                .extracting(OfPod::check)
                .containsExactly("NodeFit");
    }

    @Test
    void nothingGoesOnceTheTargetsAreFull() {
        LoadCluster cluster = hot().pod("hot", "a", 1000, 1).pod("hot", "b", 6500, 1);
        NotingEvictor evictor = new NotingEvictor();

        boolean fine = relieve(cluster, evictor, 0);

        assertThat(fine).isFalse();
        assertThat(evictor.evicted()).isEmpty();
        assertThat(decided).extracting(OfPod::check).contains("AvailableUsage");
    }

    @Test
    void aPodWithoutMetricStaysWithNodeFit() {
        LoadCluster cluster =
                hot().pod("hot", "a", 7000, 1).pod("hot", "new", PriorityClass.FREE, Map.of("cpu", 1L), Map.of());
        NotingEvictor evictor = new NotingEvictor();

        relieve(cluster, evictor, 6000);

        assertThat(decided).extracting(OfPod::check).contains("PodMetric");
        assertThat(evictor.evicted()).isEmpty();
    }
}
