package io.koordbridge.replay;

import static io.koordbridge.sloconfig.estimate.EstimateLevel.P95;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.policy.report.SurgePolicy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NodeReplayTest {

    private static final int DAY = 1440;
    private static final Offset<Double> TINY = within(0.1);
    private static final ReplaySettings TIMER_ONLY = ReplaySettings.SHIPPED.withEarly(SurgePolicy.Settings.OFF);

    private static Totals replay(NodeTrace trace, ReplaySettings settings) {
        return NodeReplay.run(trace, settings).totals();
    }

    @Test
    void anIdleNodeOffersTheThresholdOfTheCapacity() {
        Totals idle = replay(Traces.constant(0, DAY), ReplaySettings.SHIPPED);

        assertThat(idle.cpu().offeredPercent()).isCloseTo(60, TINY);
        assertThat(idle.cpu().deliveredPercent()).isCloseTo(60, TINY);
        assertThat(idle.cpu().usedAfterPercent()).isCloseTo(60, TINY);
        assertThat(idle.cpu().oracleSharePercent()).isCloseTo(100, TINY);
        assertThat(idle.cpu().shortMinutesPercent()).isZero();
        assertThat(idle.cpu().milliCpu()).isCloseTo(38_400, within(50.0));
        assertThat(idle.cpu().tenthMilliCpu()).isEqualTo(38_400);
        assertThat(idle.equalsNodes()).isCloseTo(0.6, within(0.001));
        assertThat(idle.perNodeDay().shrinks()).isZero();
    }

    @Test
    void aFullNodeOffersNothing() {
        Totals full = replay(Traces.constant(90, DAY), ReplaySettings.SHIPPED);

        assertThat(full.cpu().offeredPercent()).isZero();
        assertThat(full.cpu().deliveredPercent()).isZero();
        assertThat(full.cpu().shortMinutesPercent()).isZero();
        assertThat(full.perNodeDay().evictionEpisodes()).isZero();
    }

    @Test
    void aJumpIsShortUntilTheMeanHasFollowedAndForOneSampleWhenItIsReportedAtOnce() {
        NodeTrace jump = Traces.step(20, 50, 60, DAY);

        NodeResult slow = NodeReplay.run(jump, TIMER_ONLY);
        NodeResult fast = NodeReplay.run(jump, ReplaySettings.SHIPPED);

        // 40, 34, 28, 22, 16 % of the node are published while 15 % are left.
        assertThat(slow.seconds().cpuShort()).isEqualTo(5 * 60 - 60);
        assertThat(fast.seconds().cpuShort()).isEqualTo(60);
        assertThat(fast.counts().shrinks()).isEqualTo(1);
        assertThat(slow.counts().shrinks()).isEqualTo(5);
        assertThat(slow.counts().evictionEpisodes()).isZero();
    }

    @Test
    void aRiseThatTheMeanFollowsForLongEndsBatchWork() {
        // Capacity never shrinks where reports come once in ten minutes.
        ReplaySettings rare = TIMER_ONLY.withStrategy(Strategies.with("metricReportIntervalSeconds", 600));

        NodeResult result = NodeReplay.run(Traces.step(10, 60, 61, DAY), rare);

        assertThat(result.counts().evictionEpisodes()).isEqualTo(1);
    }

    @Test
    void timeInAGapDoesNotCountAndCapacityIsGoneAfterIt() {
        long[] at = {0, 60, 120, 10_000, 10_060, 10_120};
        float[] use = {0, 0, 0, 0, 0, 0};
        NodeTrace trace = new NodeTrace("n", "all", NodeSize.DEFAULT, at, use, use);
        List<Timeline.Interval> seen = new ArrayList<>();

        NodeResult result = NodeReplay.run(trace, ReplaySettings.SHIPPED, seen::add);

        assertThat(result.seconds().known()).isEqualTo(240);
        assertThat(seen).extracting(Timeline.Interval::epochSeconds).containsExactly(0L, 60L, 10_000L, 10_060L);
        assertThat(seen).extracting(Timeline.Interval::offered).containsExactly(0.0, 38_400.0, 0.0, 38_400.0);
    }

    @Test
    void memoryIsOfferedOnlyWhereItIsKnown() {
        NodeTrace unknown = Traces.of("n", DAY, 60, sample -> 10, sample -> Double.NaN);

        Totals known = replay(Traces.constant(10, DAY), ReplaySettings.SHIPPED);
        Totals not = replay(unknown, ReplaySettings.SHIPPED);

        assertThat(known.memory().knownPercent()).isEqualTo(100);
        assertThat(known.memory().usedPercent()).isCloseTo(40, TINY);
        assertThat(known.memory().offeredPercent()).isCloseTo(25, TINY);
        assertThat(known.memory().shortMinutesPercent()).isZero();
        assertThat(not.memory()).isEqualTo(new Totals.Memory(0, 0, 0, 0, 0, 0));
        assertThat(not.cpu().offeredPercent()).isCloseTo(known.cpu().offeredPercent(), TINY);
    }

    @Test
    void memoryIsShortWhereUseAndOfferTogetherReachTheThresholdOfEvictions() {
        NodeTrace jump = Traces.of("n", DAY, 60, sample -> 10, sample -> sample < 60 ? 40 : 62);

        NodeResult result = NodeReplay.run(jump, TIMER_ONLY);

        // 65 - 40 % are offered while 62 % are in use; after five minutes 3 %.
        assertThat(result.seconds().memoryShort()).isBetween(180.0, 300.0);
    }

    @Test
    void dampedGrowthOffersLessAndWritesAsSteps() {
        NodeTrace fall = Traces.step(50, 10, 60, DAY);
        DampingStrategy slow =
                new DampingStrategy(new Rules(new Growth(5, Duration.ofMinutes(30)), 0, null, null), null, 0, null);

        Totals undamped = replay(fall, TIMER_ONLY);
        Totals damped = replay(fall, TIMER_ONLY.withDamping(slow));

        assertThat(damped.cpu().offeredPercent()).isLessThan(undamped.cpu().offeredPercent() - 2);
        assertThat(damped.perNodeDay().writes()).isCloseTo(3 + 8, within(3.0));
    }

    @Test
    void theLeaseFollowsWhatIsOffered() {
        Totals calm = replay(Traces.constant(20, DAY), ReplaySettings.SHIPPED);
        Totals wild = replay(Traces.of(DAY, sample -> sample / 30 % 2 == 0 ? 10 : 40), ReplaySettings.SHIPPED);

        assertThat(calm.cpu().leasedPercent()).isCloseTo(calm.cpu().offeredPercent(), within(2.0));
        assertThat(calm.perNodeDay().leaseChanges()).isLessThan(3);
        assertThat(wild.perNodeDay().leaseChanges()).isGreaterThan(40);
    }

    @Test
    void sumsWeighNodesByTheirSize() {
        NodeTrace small = new NodeTrace(
                "small", "a", new NodeSize(1_000, 1L << 30), new long[] {0, 60, 120}, new float[3], new float[3]);
        NodeTrace large = new NodeTrace(
                "large", "b", new NodeSize(3_000, 1L << 30), new long[] {0, 60, 120}, full(), new float[3]);

        ReplayResult result = NodeReplay.run(List.of(small, large), ReplaySettings.SHIPPED);

        assertThat(result.pools()).extracting(ReplayResult.Pool::name).containsExactly("a", "b");
        assertThat(result.total().cpu().usedPercent()).isEqualTo(75);
        // The first interval offers nothing yet.
        assertThat(result.total().cpu().offeredPercent()).isCloseTo(60 / 2.0 / 4, TINY);
    }

    @Test
    void aHigherEstimateOffersLessAndIsShortLess() {
        NodeTrace bursts = Traces.of(2 * DAY, sample -> sample % 9 < 2 ? 45 : 20 + sample % 4);

        Totals mean = replay(bursts, TIMER_ONLY);
        Totals p95 = replay(bursts, TIMER_ONLY.withEstimate(estimate(new Fixed(P95, Duration.ofMinutes(15)))));
        Totals risk = replay(bursts, ReplaySettings.SHIPPED.withEstimate(estimate(new ByRisk(1))));

        assertThat(mean.cpu().shortMinutesPercent()).isGreaterThan(10);
        assertThat(p95.cpu().offeredPercent()).isLessThan(mean.cpu().offeredPercent());
        assertThat(p95.cpu().shortMinutesPercent()).isLessThan(mean.cpu().shortMinutesPercent() / 5);
        assertThat(risk.cpu().shortMinutesPercent()).isLessThan(1.5);
        assertThat(risk.cpu().offeredPercent()).isGreaterThan(10);
    }

    private static EstimateStrategy estimate(EstimateStrategy.Rule cpu) {
        return new EstimateStrategy(cpu, EstimateStrategy.DEFAULT.memory(), false);
    }

    private static float[] full() {
        return new float[] {100, 100, 100};
    }
}
