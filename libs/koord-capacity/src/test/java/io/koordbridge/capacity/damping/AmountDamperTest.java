package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.damping.AmountDamper.Wish;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountDamperTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final long NODE = 16_000;
    private static final Rules STEPS_OF_1600 = rules(new Growth(10, Duration.ofSeconds(60)), 5);

    @ParameterizedTest(name = "published {0}, {1} s ago, wanted {2} -> {3} {4}")
    @CsvSource({
        "8000, 60, 8000, 8000, UNCHANGED",
        "8000, 60, 12000, 9600, STEPPED",
        "8000, 59, 12000, 8000, WAITING",
        "8000, 60, 9000, 9000, GREW",
        "8000, 600, 8400, 8000, HELD",
        "8000, 600, 8401, 8401, GREW",
        "8000, 0, 7600, 8000, HELD",
        "8000, 0, 7599, 7599, SHRUNK",
        "8000, 0, 0, 0, SHRUNK",
        "0, 60, 10000, 1600, STEPPED",
        "0, 60, 1, 1, GREW",
        "8000, -30, 12000, 8000, WAITING",
    })
    void shrinksAtOnceGrowsInStepsAndHoldsWhatIsSmall(
            long published, long secondsAgo, long wanted, long expected, Effect effect) {
        DampedAmount damped = AmountDamper.damp(
                new AmountState(published, NOW.minusSeconds(secondsAgo)), wish(wanted, 0, false), STEPS_OF_1600, NOW);

        assertThat(damped.published()).isEqualTo(expected);
        assertThat(damped.effect()).isEqualTo(effect);
        assertThat(damped.after().published()).isEqualTo(expected);
    }

    @Test
    void aSmallShrinkBelowWhatIsHeldIsMadeAtOnce() {
        AmountState state = new AmountState(8000, NOW);

        assertThat(AmountDamper.damp(state, wish(7900, 7901, false), STEPS_OF_1600, NOW)
                        .published())
                .isEqualTo(7900);
        assertThat(AmountDamper.damp(state, wish(7900, 7900, false), STEPS_OF_1600, NOW)
                        .published())
                .isEqualTo(8000);
    }

    @Test
    void whatIsAboveAnUpperLimitGoesHoweverLittleItIs() {
        DampedAmount damped = AmountDamper.damp(new AmountState(8000, NOW), wish(7990, 0, true), STEPS_OF_1600, NOW);

        assertThat(damped.published()).isEqualTo(7990);
    }

    @Test
    void asksAgainWhenTheNextStepIsDueAndNotWhenTheRestIsHeld() {
        AmountState due = new AmountState(8000, NOW.minusSeconds(60));
        AmountState early = new AmountState(8000, NOW.minusSeconds(20));

        assertThat(AmountDamper.damp(due, wish(12_000, 0, false), STEPS_OF_1600, NOW)
                        .dueAt())
                .contains(NOW.plusSeconds(60));
        assertThat(AmountDamper.damp(early, wish(12_000, 0, false), STEPS_OF_1600, NOW)
                        .dueAt())
                .contains(NOW.plusSeconds(40));
        assertThat(AmountDamper.damp(due, wish(10_000, 0, false), STEPS_OF_1600, NOW)
                        .dueAt())
                .isEmpty();
    }

    @Test
    void aStepIsNeverSmallerThanTheUnitThatIsPublished() {
        Wish halves = new Wish(4096, 4096, false, 0, 4096, 512);
        Rules onePercent = rules(new Growth(1, Duration.ofSeconds(60)), 0);

        DampedAmount damped = AmountDamper.damp(new AmountState(700, Instant.EPOCH), halves, onePercent, NOW);

        assertThat(damped.published()).isEqualTo(1024);
    }

    @Test
    void withoutAStepGrowthIsMadeAtOnce() {
        DampedAmount damped = AmountDamper.damp(new AmountState(0, NOW), wish(12_000, 0, false), rules(null, 5), NOW);

        assertThat(damped.published()).isEqualTo(12_000);
        assertThat(damped.effect()).isEqualTo(Effect.GREW);
    }

    private static Wish wish(long wanted, long held, boolean limited) {
        return new Wish(wanted, wanted, limited, held, NODE, 1);
    }

    static Rules rules(@Nullable Growth growth, long holdRangePercent) {
        return new Rules(growth, holdRangePercent, null, null);
    }
}
