package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The replay has no second formula: where a shipped rule is another one, its figures are others. */
class MutationTest {

    private static final byte[] SHORT_1000 = {17, 3, (byte) 232};
    private static final byte[] SHORT_500 = {17, 1, (byte) 244};

    /** Replayed once by the classes as they are and once by those of another loader. */
    public static final class Wave implements Callable<NodeResult> {
        @Override
        public NodeResult call() {
            DampingStrategy damping =
                    new DampingStrategy(new Rules(new Growth(10, Duration.ofMinutes(5)), 2, null, null), null, 0, null);
            NodeTrace wave = Traces.of(1440, sample -> 25 + 20 * Math.sin(sample / 50.0) + sample % 7);
            return NodeReplay.run(wave, ReplaySettings.SHIPPED.withDamping(damping));
        }
    }

    /** Days that resemble each other and grow. */
    public static final class Days implements Callable<NodeResult> {
        @Override
        public NodeResult call() {
            return replay(true);
        }

        static NodeResult replay(boolean forecast) {
            NodeTrace days = Traces.of(
                    5 * 1440, sample -> 10 + (15 + sample / 1440 * 2) * (1 + Math.sin(sample * 2 * Math.PI / 1440)));
            EstimateStrategy mean = EstimateStrategy.DEFAULT;
            return NodeReplay.run(
                    days,
                    ReplaySettings.SHIPPED.withEstimate(new EstimateStrategy(mean.cpu(), mean.memory(), forecast)));
        }
    }

    private final NodeResult shipped = new Wave().call();

    @Test
    void asManyBytesAsBeforeChangeNothing() throws Exception {
        assertThat(MutatedRules.run(Wave.class, "io.koordbridge.capacity.batchresource.BatchFormula", 100, 100))
                .isEqualTo(shipped);
    }

    @Test
    void anotherFormulaOffersAnotherAmount() throws Exception {
        NodeResult mutated =
                MutatedRules.run(Wave.class, "io.koordbridge.capacity.batchresource.BatchFormula", 100, 110);

        // The margin of the node is ten percent larger.
        double tenth = shipped.seconds().known() * 6400;
        assertThat(shipped.cpu().offered() - mutated.cpu().offered()).isBetween(tenth * 0.9, tenth * 1.1);
        assertThat(mutated.cpu().oracle()).isLessThan(shipped.cpu().oracle());
    }

    @Test
    void anotherDamperGrowsOtherwise() throws Exception {
        NodeResult mutated = MutatedRules.run(Wave.class, "io.koordbridge.capacity.damping.AmountDamper", 100, 10);

        assertThat(mutated.counts().writes()).isNotEqualTo(shipped.counts().writes());
        assertThat(mutated.cpu().offered()).isNotEqualTo(shipped.cpu().offered());
    }

    @Test
    void anotherPlannerLeasesAnotherAmount() throws Exception {
        NodeResult mutated =
                MutatedRules.run(Wave.class, "io.koordbridge.policy.lease.LeasePlanner", SHORT_1000, SHORT_500);

        assertThat(mutated.cpu().leased()).isLessThan(shipped.cpu().leased() * 0.99);
        // The damper looks at what is held.
        assertThat(mutated.cpu().offered()).isCloseTo(shipped.cpu().offered(), Percentage.withPercentage(1));
    }

    @Test
    void anotherSuppressionLeavesAnotherAmount() throws Exception {
        NodeResult mutated = MutatedRules.run(Wave.class, "io.koordbridge.policy.suppress.SuppressAllowance", 100, 150);

        assertThat(mutated.cpu().delivered()).isLessThan(shipped.cpu().delivered());
        assertThat(mutated.seconds().cpuShort()).isGreaterThan(shipped.seconds().cpuShort());
        assertThat(mutated.counts().evictionEpisodes())
                .isGreaterThan(shipped.counts().evictionEpisodes());
    }

    @Test
    void anotherShapeOfTheDayForecastsAnotherAmount() throws Exception {
        NodeResult forecast = new Days().call();
        assertThat(forecast.cpu().offered()).isLessThan(Days.replay(false).cpu().offered());

        NodeResult mutated =
                MutatedRules.run(Days.class, "io.koordbridge.policy.forecast.DayShape", constant(0.7), constant(0.1));

        // What rises from day to day is learnt later, so less is kept free for it.
        assertThat(mutated.cpu().offered()).isGreaterThan(forecast.cpu().offered());
    }

    /** A constant of type double in the pool of a class. */
    private static byte[] constant(double value) {
        return ByteBuffer.allocate(1 + Double.BYTES)
                .put((byte) 6)
                .putDouble(value)
                .array();
    }
}
