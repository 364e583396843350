package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.plan.outcome.Picture;
import io.koordbridge.colo.plan.outcome.Plan;
import io.koordbridge.colo.plan.outcome.PoolPlan;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.replay.NodeReplay;
import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.replay.ReplaySettings;
import io.koordbridge.replay.Totals;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanRunTest {
    private static final int MINUTES = 600;
    private static final NodeSize SIZE = new NodeSize(16_000, 64L << 30);

    private final NodeTrace even = trace("even", 0);
    private final NodeTrace lively = trace("lively", 20);
    private final NodeTrace wild = trace("wild", 40);

    /** Every hour five minutes of more use. */
    private static NodeTrace trace(String node, float more) {
        float[] cpu = new float[MINUTES];
        float[] memory = new float[MINUTES];
        for (int minute = 0; minute < MINUTES; minute++) {
            cpu[minute] = minute % 60 < 5 ? 20 + more : 20;
            memory[minute] = Float.NaN;
        }
        long[] times = LongStream.range(0, MINUTES).map(minute -> 60 * minute).toArray();
        return new NodeTrace(node, "trace", SIZE, times, cpu, memory);
    }

    private Plan plan(NodeTrace... nodes) {
        return new PlanRun(new Recording("test", List.of(nodes), List.of()), node -> node.equals("even") ? "x" : "y")
                .of(Variants.of(null, List.of("cpuReclaimThresholdPercent=40")), 0);
    }

    @Test
    void figuresAreThoseOfTheReplay() {
        Totals expected = NodeReplay.run(
                        List.of(even, lively),
                        ReplaySettings.SHIPPED.withStrategy(
                                ReplaySettings.SHIPPED.strategy().boundedByNode()))
                .total();

        Totals found = plan(even, lively).total().figures().get(0);

        assertThat(found).isEqualTo(expected);
        assertThat(found.cpu().offeredPercent()).isPositive();
    }

    @Test
    void poolsAreThoseOfTheLabels() {
        Plan plan = plan(even, lively, wild);

        assertThat(plan.pools()).extracting(PoolPlan::name).containsExactly("x", "y");
        assertThat(plan.pools().get(1).figures()).hasSize(2).allMatch(one -> one.nodes() == 2);
    }

    @Test
    void worstMedianAndBestNodeAreDrawn() {
        assertThat(plan(even, lively, wild).pictures())
                .extracting(picture -> picture.title() + " " + picture.node())
                .containsExactly("worst node wild", "median node lively", "best node even");
        assertThat(plan(even).pictures()).extracting(Picture::title).containsExactly("worst node");
        assertThat(plan(even, wild).pictures()).hasSize(2);
    }
}
