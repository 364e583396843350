package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.descheduler.decide.load.LoadResult.OfNode;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPool;
import io.koordbridge.descheduler.decide.node.LoadReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LowNodeLoadTest {

    private static final String SIX_RUNS = """
            {"lowThresholds": {"cpu": 30}, "highThresholds": {"cpu": 60}}""";

    private final NotingEvictor evictor = new NotingEvictor();

    private static LoadCluster hot() {
        return new LoadCluster()
                .node("cold")
                .node("hot")
                .node("warm")
                .pod("hot", "big", 4000, 10)
                .pod("hot", "mid", 2500, 10)
                .pod("hot", "small", 1500, 10)
                .pod("cold", "other", 500, 10);
    }

    @Test
    void thePodThatJustCoversTheExcessGoesWithItsNumbers() {
        LoadResult result = hot().run(LoadCluster.THRESHOLDS, evictor);

        assertThat(evictor.evicted()).containsExactly("mid");
        assertThat(evictor.granted().get(0).reason())
                .isEqualTo("node is overutilized, node cpu usage(80%)>threshold(60%)");
        assertThat(evictor.granted().get(0).plugin()).isEqualTo("LowNodeLoad");
        assertThat(evictor.granted().get(0).targets()).containsExactly("warm");
        OfPool pool = result.pools().get(0);
        assertThat(pool.nodes())
                .extracting(OfNode::loadClass)
                .containsExactly(LoadClass.BOTH_LOW, LoadClass.HIGH, LoadClass.BOTH_LOW);
        assertThat(pool.nodes().get(1).load().get("cpu"))
                .isEqualTo(new LoadResult.OfResource(8000, 8000, 10_000, 3000, 6000, 10_000, 10_000));
    }

    @Test
    void eachPodOfAHotNodeHasItsFirstCheck() {
        LoadCluster cluster = hot();
        NotingEvictor limited = new NotingEvictor(Set.of("big"), Set.of("mid"));

        LoadResult result = cluster.run(LoadCluster.THRESHOLDS, limited);

        assertThat(limited.evicted()).containsExactly("small");
        assertThat(result.pools().get(0).pods())
                .extracting(pod -> pod.pod().name(), OfPod::evicted, OfPod::check)
                .containsExactlyInAnyOrder(
                        tuple("big", false, "Filter"), tuple("mid", false, "Limit"), tuple("small", true, ""));
    }

    @Test
    void aPausedPluginDoesNothing() {
        LoadResult result = hot().run(LoadCluster.THRESHOLDS.replace("}}", "}, \"paused\": true}"), evictor);

        assertThat(result.stopped()).isNotEmpty();
        assertThat(evictor.evicted()).isEmpty();
    }

    @Test
    void nothingIsEvictedBeforeTheReportsAreRead() {
        LoadCluster cluster = hot();
        LoadMemory memory = LoadMemory.EMPTY;

        LoadResult result = LowNodeLoad.run(
                LoadCluster.args(LoadCluster.THRESHOLDS),
                memory,
                cluster.view(LoadCluster.NOW).fixed(),
                cluster.nodes(),
                false,
                evictor);

        assertThat(result.stopped()).isEqualTo("the NodeMetrics have not been read since the start");
        assertThat(result.memory()).isEqualTo(memory);
        assertThat(evictor.evicted()).isEmpty();
    }

    @Test
    void theSixthOverloadedRunInARowEvicts() {
        LoadCluster cluster = hot();
        LowNodeLoadArgs args = LoadCluster.args(SIX_RUNS);
        LoadMemory memory = LoadMemory.EMPTY;
        for (int run = 0; run < 5; run++) {
            LoadResult result = cluster.run(args, memory, LoadCluster.NOW.plusSeconds(10L * run), evictor);
            memory = result.memory();
            assertThat(evictor.evicted()).isEmpty();
            assertThat(result.pools().get(0).nodes().get(1).note())
                    .isEqualTo("overloaded in " + (run + 1) + " runs, pods go after more than 5");
        }

        cluster.run(args, memory, LoadCluster.NOW.plusSeconds(50), evictor);

        assertThat(evictor.evicted()).containsExactly("mid");
    }

    @Test
    void detectorsAreForgottenAfterTheirTime() {
        LoadCluster cluster = hot();
        LowNodeLoadArgs args = LoadCluster.args(SIX_RUNS);
        LoadMemory memory =
                cluster.run(args, LoadMemory.EMPTY, LoadCluster.NOW, evictor).memory();
        assertThat(memory.nodes()).containsOnlyKeys("hot");
        Instant later = LoadCluster.NOW.plus(Duration.ofMinutes(5)).plusMillis(1);

        LoadMemory after = new LoadCluster().run(args, memory, later, evictor).memory();

        assertThat(after.nodes()).isEmpty();
    }

    @Test
    void aDryRunDecidesTheSameAndAsksForNothing() {
        LoadResult real = hot().run(LoadCluster.THRESHOLDS, evictor);
        NotingEvictor dry = new NotingEvictor();

        LoadResult pretended = hot().run(LoadCluster.THRESHOLDS.replace("}}", "}, \"dryRun\": true}"), dry);

        assertThat(dry.evicted()).isEmpty();
        assertThat(pretended.pools()).isEqualTo(real.pools());
    }

    @Test
    void aNodeOfTwoPoolsLosesAPodOnceAndHasRoomOnce() {
        String pools = LoadCluster.THRESHOLDS.replace("}}", "}, \"nodePools\": [{\"name\": \"all\"}]}");

        LoadResult result = hot().run(pools, evictor);

        assertThat(evictor.evicted()).containsExactly("mid");
        assertThat(result.pools().get(1).stopped()).isEqualTo("no node is overloaded");
        assertThat(result.pools().get(1).nodes().get(2).load().get("cpu").usage())
                .isEqualTo(2500);
    }

    @Test
    void aPoolWithASelectorLeavesOutEarlierSources() {
        String pools =
                LoadCluster.THRESHOLDS.replace("}}", "}, \"nodePools\": [{\"name\": \"all\", \"nodeSelector\": {}}]}");

        LoadResult result = hot().run(pools, evictor);

        assertThat(result.pools().get(1).nodes()).extracting(OfNode::node).containsExactly("cold", "warm");
    }

    @Test
    void aNodeWithoutAGoodFreshReportTakesNoPart() {
        LoadCluster cluster = hot();
        LoadReport fresh = cluster.fresh("cold");
        Instant old = LoadCluster.NOW.minusSeconds(180);
        LoadReport ofTheFuture =
                new LoadReport(LoadCluster.NOW.plusSeconds(999), old, fresh.system(), fresh.pods(), Map.of(), "");
        cluster.report("cold", ofTheFuture);
        cluster.report(
                "warm", new LoadReport(null, old, Map.of(), Map.of(), Map.of(), "invalid status: it is missing"));

        LoadResult result = cluster.run(LoadCluster.THRESHOLDS, evictor);

        assertThat(evictor.evicted()).isEmpty();
        OfNode cold = result.pools().get(0).nodes().get(0);
        assertThat(cold.loadClass()).isNull();
        assertThat(cold.note()).isEqualTo("its report is 180 s old, allowed: less than 180 s");
        assertThat(result.pools().get(0).nodes().get(2).note()).isEqualTo("invalid status: it is missing");
        assertThat(result.pools().get(0).stopped()).isEqualTo("no node has room");
    }
}
