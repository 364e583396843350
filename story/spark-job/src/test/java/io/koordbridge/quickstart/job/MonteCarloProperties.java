package io.koordbridge.quickstart.job;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MonteCarloProperties {

    @Property(tries = 100)
    void theSameTaskGivesTheSameHitsWhenItIsRunAgain(
            @ForAll int task, @ForAll @IntRange(min = 1, max = 2_000) int samples) {
        long first = MonteCarlo.hits(task, samples);

        assertThat(MonteCarlo.hits(task, samples)).isEqualTo(first).isBetween(0L, (long) samples);
    }

    @Property(tries = 100)
    void roundsAddUp(@ForAll @IntRange(min = 1, max = 9) int first, @ForAll @IntRange(min = 1, max = 9) int second) {
        PiEstimate sum = PiEstimate.of(first, 10).plus(PiEstimate.of(second, 10));

        assertThat(sum).isEqualTo(PiEstimate.of(first + second, 20));
    }

    @Property(tries = 20)
    void estimatesPi(@ForAll @IntRange(min = 0, max = 10_000) int task) {
        long samples = 200_000;

        double pi = PiEstimate.of(MonteCarlo.hits(task, samples), samples).pi();

        assertThat(pi).isBetween(Math.PI - 0.03, Math.PI + 0.03);
    }
}
