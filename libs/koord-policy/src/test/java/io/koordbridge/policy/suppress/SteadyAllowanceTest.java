package io.koordbridge.policy.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyAllowanceTest {

    private static final long NODE = 2_000;
    private static final long FLOOR = 20;

    /** Seconds of one node with a load and its noise, and the quota that the formula of the tier makes of the allowance. */
    private static final class Simulation {
        private final Random random;
        private final double noise;
        private final boolean steady;
        private SteadyAllowance state = SteadyAllowance.NONE;
        private long quota = -1;

        Simulation(long seed, double noise, boolean steady) {
            this.random = new Random(seed);
            this.noise = noise;
            this.steady = steady;
        }

        /** Milli-cores of the limit after a second in which this much was free. */
        long second(double free) {
            long sample = Math.round(free + random.nextGaussian() * noise * NODE);
            state = state.next(sample, NODE);
            quota = SuppressQuota.next(steady ? state.milliCpu() : sample, NODE, quota)
                    .orElse(quota);
            return quota / 100;
        }

        List<Long> seconds(int count, LongUnaryOperator free) {
            List<Long> limits = new ArrayList<>();
            for (int second = 0; second < count; second++) {
                limits.add(second((double) free.applyAsLong(second)));
            }
            return limits;
        }
    }

    private static double share(List<Long> limits, java.util.function.LongPredicate which) {
        return (double) limits.stream().filter(which::test).count() / limits.size();
    }

    private static double used(List<Long> limits, long free) {
        return limits.stream()
                        .mapToLong(limit -> Math.min(limit, free))
                        .average()
                        .orElse(0)
                / free;
    }

    private static boolean near(long limit, long free) {
        return Math.abs(limit - free) <= free / 10;
    }

    @ParameterizedTest
    @CsvSource({"600, 0.01, 0.99", "600, 0.025, 0.95", "600, 0.05, 0.8", "146, 0.01, 0.75"})
    void underAConstantLoadTheLimitStaysAndIsUsed(long free, double noise, double near) {
        List<Long> limits = new ArrayList<>();
        for (int seed = 0; seed < 50; seed++) {
            List<Long> one = new Simulation(seed, noise, true).seconds(103, second -> free);
            limits.addAll(one.subList(3, one.size()));
        }

        assertThat(share(limits, limit -> limit <= FLOOR)).isZero();
        assertThat(share(limits, limit -> near(limit, free))).isGreaterThan(near);
        assertThat(used(limits, free)).isGreaterThan(0.95);
    }

    /** Why there is a rule around the formula. */
    @Test
    void withoutItTheLimitSwingsToItsFloor() {
        List<Long> limits = new Simulation(1, 0.05, false).seconds(3_000, second -> 146);
        List<Long> steady = new Simulation(1, 0.05, true).seconds(3_000, second -> 146);

        assertThat(share(limits, limit -> limit <= FLOOR)).isGreaterThan(0.1);
        assertThat(share(steady, limit -> limit <= FLOOR)).isLessThan(0.03);
        assertThat(used(limits, 146)).isLessThan(0.8);
        assertThat(used(steady, 146)).isGreaterThan(0.9);
    }

    @Test
    void threeSecondsAfterAStepTheLimitIsThere() {
        for (int seed = 0; seed < 200; seed++) {
            Simulation machine = new Simulation(seed, 0.01, true);
            machine.seconds(30, second -> 1_000);
            // The step comes within the first of these seconds.
            List<Long> down = machine.seconds(13, second -> second == 0 ? 700 : 500);
            List<Long> up = machine.seconds(16, second -> second == 0 ? 700 : 1_000);

            assertThat(share(down.subList(3, 13), limit -> near(limit, 500)))
                    .as("fall, seed %s", seed)
                    .isGreaterThanOrEqualTo(0.9);
            assertThat(share(up.subList(5, 16), limit -> near(limit, 1_000)))
                    .as("growth, by a tenth of the node a second, seed %s", seed)
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.005, 0.05, 0", "0.025, 0.2, 0", "0.05, 0.35, 0", "0.05, 0.2, 5"})
    void aRiseOfOtherLoadTightensAtOnce(double noise, double rise, int latest) {
        for (int seed = 0; seed < 200; seed++) {
            Simulation machine = new Simulation(seed, noise, true);
            machine.seconds(60, second -> 1_200);
            double free = 1_200 - rise * NODE;
            long tightened = 1_200 - Math.round(rise * NODE / 2);
            List<Long> limits = machine.seconds(latest + 1, second -> (long) free);

            assertThat(limits.get(latest)).as("seed %s", seed).isLessThanOrEqualTo(tightened);
        }
    }

    @Property
    void whatIsFarBelowTheMeanIsNeverNoise(
            @ForAll @LongRange(min = -4_000, max = 4_000) long seed,
            @ForAll @LongRange(min = 300, max = 2_000) long fall) {
        Random random = new Random(seed);
        SteadyAllowance state = SteadyAllowance.NONE;
        for (int second = 0; second < 40; second++) {
            state = state.next(random.nextInt(2_000), NODE);
        }
        long sample = state.milliCpu() - fall - 1;

        assertThat(state.next(sample, NODE).milliCpu()).isEqualTo(sample);
    }

    @Property
    void itIsNeverOutsideOfWhatWasMeasured(@ForAll @LongRange(max = 10_000) long seed) {
        Random random = new Random(seed);
        SteadyAllowance state = SteadyAllowance.NONE;
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (int second = 0; second < 100; second++) {
            long sample = random.nextInt(4_000) - 1_000L;
            least = Math.min(least, sample);
            most = Math.max(most, sample);
            state = state.next(sample, NODE);
            assertThat(state.milliCpu()).isBetween(least, most);
        }
    }

    @Test
    void aLookBetweenTwoSamplesTightensAndTeachesNothing() {
        SteadyAllowance state = SteadyAllowance.NONE;
        for (int second = 0; second < 10; second++) {
            state = state.next(1_000, NODE);
        }

        assertThat(state.milliCpu(700, NODE)).isEqualTo(700);
        assertThat(state.milliCpu(1_500, NODE)).isEqualTo(1_000);
        assertThat(state.milliCpu()).isEqualTo(1_000);
        assertThat(SteadyAllowance.NONE.milliCpu(300, NODE)).isEqualTo(300);
    }

    @Test
    void oneHighSampleIsNotYetFreeAndTwoAre() {
        SteadyAllowance state = SteadyAllowance.NONE;
        for (int second = 0; second < 10; second++) {
            state = state.next(500, NODE);
        }
        SteadyAllowance once = state.next(1_000, NODE);

        assertThat(once.milliCpu()).isEqualTo(500);
        assertThat(once.next(500, NODE).milliCpu()).isEqualTo(500);
        assertThat(once.next(1_000, NODE).milliCpu()).isEqualTo(1_000);
    }

    @Test
    void oneLowSampleCostsOneSecond() {
        SteadyAllowance state = SteadyAllowance.NONE;
        for (int second = 0; second < 10; second++) {
            state = state.next(500, NODE);
        }
        SteadyAllowance low = state.next(100, NODE);

        assertThat(low.milliCpu()).isEqualTo(100);
        assertThat(low.next(500, NODE).milliCpu()).isEqualTo(500);
    }
}
