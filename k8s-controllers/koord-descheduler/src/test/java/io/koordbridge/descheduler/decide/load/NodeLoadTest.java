package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.protocol.PriorityClass;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arrays hold cpu, then memory. */
class NodeLoadTest {

    @Test
    void usageIsSystemPodsAndHostApplicationsTogether() {
        LoadCluster cluster = new LoadCluster().node("n").pod("n", "a", 1000, 10);
        LoadReport fresh = cluster.fresh("n");
        cluster.report(
                "n",
                new LoadReport(
                        fresh.updated(),
                        fresh.received(),
                        Map.of("cpu", 200L, "memory", 5L),
                        fresh.pods(),
                        Map.of("nginx", Map.of("cpu", 30L, "memory", 1L)),
                        ""));

        NodeLoad load = cluster.load("n");

        assertThat(load.usage()).containsExactly(1230, 16);
        assertThat(load.prodUsage()).containsExactly(1000, 10);
    }

    @Test
    void whatTheReportLacksOfAPodCountsAsRequested() {
        LoadCluster cluster = new LoadCluster()
                .node("n")
                .pod(
                        "n",
                        "a",
                        PriorityClass.BATCH,
                        Map.of("kubernetes.io/batch-cpu", 700L, "kubernetes.io/batch-memory", 9L),
                        Map.of("memory", 4L));

        NodeLoad load = cluster.load("n");

        assertThat(load.usage()).containsExactly(700, 4);
        assertThat(load.prodUsage()).containsExactly(0, 0);
        assertThat(load.usageOf(cluster.pods("n").get(0))).containsExactly(700, 4);
    }

    @Test
    void aPodThatTheReportDoesNotHaveTakesRoomOnly() {
        LoadCluster cluster =
                new LoadCluster().node("n").pod("n", "new", PriorityClass.PROD, Map.of("cpu", 3000L), Map.of());

        NodeLoad load = cluster.load("n");

        assertThat(load.usage()).containsExactly(0, 0);
        assertThat(load.unmeasured()).containsExactly(3000, 0);
        assertThat(load.usageOf(cluster.pods("n").get(0))).isNull();
        assertThat(new Target(load).room(LoadSide.NODE, 0)).isEqualTo(3000);
    }

    @Test
    void hugeAmountsStayWithinBounds() {
        LoadCluster cluster = new LoadCluster().node("n");
        for (int i = 0; i < 100; i++) {
            cluster.pod("n", "p" + i, Long.MAX_VALUE, Long.MAX_VALUE);
        }

        NodeLoad load = cluster.load("n");

        assertThat(load.usage()[0]).isPositive();
        assertThat(LoadSide.NODE.isOver(load)).isTrue();
    }

    @Test
    void numbersOfPodsAreComparedWhereTheyHaveAThreshold() {
        LoadCluster cluster = new LoadCluster().node("n").pod("n", "a", 1, 1).pod("n", "b", 1, 1);
        LoadPool pool =
                LoadCluster.args("{\"lowThresholds\": {\"pods\": 10}}").pools().get(0);

        NodeLoad load = NodeLoad.of(
                LoadKeys.of(pool), cluster.nodes().get(0), cluster.fresh("n"), List.copyOf(cluster.pods("n")));

        assertThat(load.keys().names()).containsExactly("memory", "pods");
        assertThat(load.usage()).containsExactly(2, 2);
        assertThat(load.usageOf(cluster.pods("n").get(0))).containsExactly(1, 1);
    }
}
