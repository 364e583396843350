package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.damping.AmountDamper.Wish;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class AmountDamperProperties {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final long NODE = 64_000;

    record Moment(long afterSeconds, long wanted, long held, boolean limited) {}

    @Property
    void noStepIsLargerOrEarlierThanAllowed(
            @ForAll("moments") List<Moment> moments,
            @ForAll @IntRange(min = 1, max = 100) int stepPercent,
            @ForAll @IntRange(min = 1, max = 600) int intervalSeconds,
            @ForAll @IntRange(max = 50) int hold) {
        Rules rules = AmountDamperTest.rules(new Growth(stepPercent, Duration.ofSeconds(intervalSeconds)), hold);
        AmountState state = new AmountState(0, Instant.EPOCH);
        Instant now = START;
        for (Moment moment : moments) {
            now = now.plusSeconds(moment.afterSeconds());
            Wish wish = new Wish(moment.wanted(), moment.wanted(), moment.limited(), moment.held(), NODE, 1);

            DampedAmount damped = AmountDamper.damp(state, wish, rules, now);

            long rise = damped.published() - state.published();
            assertThat(rise).isLessThanOrEqualTo(Math.max(1, NODE * stepPercent / 100));
            if (rise > 0) {
                assertThat(Duration.between(state.changedAt(), now).toSeconds())
                        .isGreaterThanOrEqualTo(intervalSeconds);
            }
            long excess = damped.published() - moment.wanted();
            if (excess > 0) {
                assertThat(excess * 100).isLessThanOrEqualTo(damped.published() * hold);
                assertThat(moment.limited()).isFalse();
                assertThat(moment.held()).isLessThanOrEqualTo(moment.wanted());
            }
            assertThat(AmountDamper.damp(damped.after(), wish, rules, now).published())
                    .isEqualTo(damped.published());
            state = damped.after();
        }
    }

    @Property
    void askedAgainWhenItSaysItArrivesAtWhatIsWanted(
            @ForAll @IntRange(max = 64_000) int from,
            @ForAll @IntRange(max = 64_000) int wanted,
            @ForAll @IntRange(min = 1, max = 100) int stepPercent,
            @ForAll @IntRange(max = 50) int hold) {
        Rules rules = AmountDamperTest.rules(new Growth(stepPercent, Duration.ofSeconds(60)), hold);
        Wish wish = new Wish(wanted, wanted, false, 0, NODE, 1);
        Instant now = START;

        DampedAmount damped = AmountDamper.damp(new AmountState(from, now), wish, rules, now);
        for (int i = 0; damped.dueAt().isPresent() && i < 102; i++) {
            now = damped.dueAt().get();
            damped = AmountDamper.damp(damped.after(), wish, rules, now);
        }

        assertThat(damped.dueAt()).isEmpty();
        assertThat(Math.abs(wanted - damped.published()) * 100).isLessThanOrEqualTo(damped.published() * hold);
    }

    @Provide
    Arbitrary<List<Moment>> moments() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 300),
                        Arbitraries.longs().between(0, NODE),
                        Arbitraries.longs().between(0, NODE),
                        Arbitraries.of(false, false, true))
                .as(Moment::new)
                .list()
                .ofMaxSize(30);
    }
}
