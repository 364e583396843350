package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.load.LoadResult.OfNode;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPool;
import org.junit.jupiter.api.Test;

class PoolBalanceTest {

    private static final String PROD = """
            {"lowThresholds": {"cpu": 30}, "highThresholds": {"cpu": 60},
             "prodLowThresholds": {"cpu": 20}, "prodHighThresholds": {"cpu": 40},
             "anomalyCondition": {"consecutiveAbnormalities": 1}}""";

    private final NotingEvictor evictor = new NotingEvictor();

    private OfPool run(LoadCluster cluster, String args) {
        return cluster.run(args, evictor).pools().get(0);
    }

    private static LoadCluster hot() {
        return new LoadCluster().node("a").node("b").pod("b", "one", 4000, 1).pod("b", "two", 3000, 1);
    }

    @Test
    void aPoolSaysWhyItMovesNothing() {
        assertThat(run(hot(), "{}").stopped()).isEqualTo("it has no thresholds");
        assertThat(run(new LoadCluster().node("a"), PROD).stopped()).isEqualTo("no node is overloaded");
        assertThat(run(new LoadCluster().node("b").pod("b", "x", 7000, 1), PROD).stopped())
                .isEqualTo("no node has room");
        assertThat(run(hot(), PROD.replace(": 1}}", ": 2}}")).stopped())
                .isEqualTo("no node has been overloaded in more than 2 runs");
        assertThat(run(hot(), PROD.replace("{\"lowT", "{\"numberOfNodes\": 1, \"lowT"))
                        .stopped())
                .isEqualTo("1 nodes have room, and numberOfNodes asks for more than 1");
        assertThat(evictor.evicted()).isEmpty();
    }

    @Test
    void prodPodsLeaveANodeThatTheyOverload() {
        LoadCluster cluster =
                new LoadCluster().node("a").node("b").pod("b", "one", 2500, 1).pod("b", "two", 2400, 1);

        OfPool pool = run(cluster, PROD);

        assertThat(pool.nodes()).extracting(OfNode::loadClass).containsExactly(LoadClass.BOTH_LOW, LoadClass.PROD_HIGH);
        assertThat(evictor.evicted()).containsExactly("two");
        assertThat(evictor.granted().get(0).reason())
                .isEqualTo("node is overutilized, prod cpu usage(49%)>threshold(40%)");
    }

    @Test
    void aCordonedNodeIsASourceButNoTarget() {
        LoadCluster cluster = new LoadCluster()
                .node("a", true)
                .node("b", true)
                .node("c")
                .pod("b", "one", 4000, 1)
                .pod("b", "two", 3000, 1);

        OfPool pool = run(cluster, LoadCluster.THRESHOLDS);

        assertThat(pool.nodes())
                .extracting(OfNode::loadClass)
                .containsExactly(LoadClass.NONE, LoadClass.HIGH, LoadClass.BOTH_LOW);
        assertThat(evictor.granted().get(0).targets()).containsExactly("c");
    }

    @Test
    void theHottestNodeGoesFirst() {
        LoadCluster cluster = new LoadCluster()
                .node("a")
                .node("b")
                .node("c")
                .pod("a", "cool", 6500, 1)
                .pod("a", "cooler", 1000, 1)
                .pod("b", "warm", 6500, 1)
                .pod("b", "warmer", 2500, 1);

        run(cluster, LoadCluster.THRESHOLDS);

        assertThat(evictor.evicted()).first().asString().startsWith("warm");
    }
}
