package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.capacity.damping.Damper.Part;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node of 16,000 units of each resource. */
class DamperTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final long NODE = 16_000;
    private static final String A = "example.com/a";
    private static final String B = "example.com/b";
    private static final Rules STEPS = new Rules(new Growth(10, Duration.ofSeconds(60)), 0, null, null);

    private static Offer limited(long computed, long requested, @Nullable Long percent) {
        return new Offer(computed, computed, NODE, requested, percent, 1);
    }

    private static Published published(Map<String, Long> amounts, Map<String, Shown> shown) {
        Instant at = NOW.minusSeconds(120);
        Map<String, AmountState> known = new HashMap<>();
        amounts.forEach((resource, amount) -> known.put(resource, new AmountState(amount, at)));
        return new Published(known, shown);
    }

    @Test
    void eachResourceMovesByItself() {
        Map<String, DampedAmount> damped = new Damper(STEPS, NOW)
                .damp(
                        Map.of(A, Offer.of(8_000, NODE), B, Offer.of(3_000, NODE)),
                        published(Map.of(A, 2_000L, B, 2_900L), Map.of()));

        assertThat(damped.get(A).published()).isEqualTo(3_600);
        assertThat(damped.get(A).effect()).isEqualTo(Effect.STEPPED);
        assertThat(damped.get(A).dueAt()).contains(NOW.plusSeconds(60));
        assertThat(damped.get(B).published()).isEqualTo(3_000);
        assertThat(damped.get(B).effect()).isEqualTo(Effect.GREW);
    }

    @Test
    void limitsWhatIsOfferedBesideTheRequests() {
        Map<String, DampedAmount> damped = new Damper(new Rules(null, 50, null, null), NOW)
                .damp(
                        Map.of(A, limited(8_000, 14_000, 120L), B, limited(8_000, 17_000, 100L)),
                        published(Map.of(A, 6_000L), Map.of()));

        // 120 % of 16,000 less 14,000 are 5,200, inside the hold range of 6,000; but a limit applies at once.
        assertThat(damped.get(A).limit()).isEqualTo(5_200);
        assertThat(damped.get(A).published()).isEqualTo(5_200);
        assertThat(damped.get(A).effect()).isEqualTo(Effect.SHRUNK);
        assertThat(damped.get(B).limit()).isZero();
        assertThat(damped.get(B).published()).isZero();
    }

    @Test
    void whatALimitOfTheFormulaTookIsNotHeldEither() {
        Damper damper = new Damper(new Rules(null, 50, null, null), NOW);
        Offer capped = new Offer(5_900, 8_000, NODE, 0, null, 1);

        Map<String, DampedAmount> damped = damper.damp(
                Map.of(A, capped, B, Offer.of(5_900, NODE)), published(Map.of(A, 6_000L, B, 6_000L), Map.of()));

        assertThat(damped.get(A).effect()).isEqualTo(Effect.SHRUNK);
        assertThat(damped.get(B).effect()).isEqualTo(Effect.HELD);
    }

    @Test
    void roundsDownToItsMultiple() {
        DampedAmount damped = new Damper(Rules.NONE, NOW)
                .damp(Map.of(A, new Offer(5_007, 5_007, NODE, 0, null, 500)), Published.NOTHING)
                .get(A);

        assertThat(damped.published()).isEqualTo(5_000);
        assertThat(damped.computed()).isEqualTo(5_007);
        assertThat(damped.limit()).isNull();
    }

    @Test
    void goesOnFromWhatIsShownAfterARestart() {
        Map<String, DampedAmount> damped = new Damper(STEPS, NOW)
                .damp(
                        Map.of(A, Offer.of(8_000, NODE), B, Offer.of(8_000, NODE)),
                        published(Map.of(), Map.of(A, new Shown(4_000, 0))));

        assertThat(damped.get(A).published()).isEqualTo(4_000);
        assertThat(damped.get(A).effect()).isEqualTo(Effect.WAITING);
        assertThat(damped.get(B).effect()).isEqualTo(Effect.STEPPED);
    }

    @Test
    void makesASmallShrinkAtOnceWhereMoreIsHeld() {
        Damper damper = new Damper(new Rules(null, 10, null, null), NOW);
        Map<String, Offer> offers = Map.of(A, Offer.of(7_900, NODE));

        assertThat(damper.damp(offers, published(Map.of(A, 8_000L), Map.of(A, new Shown(8_000, 7_900))))
                        .get(A)
                        .effect())
                .isEqualTo(Effect.HELD);
        assertThat(damper.damp(offers, published(Map.of(A, 8_000L), Map.of(A, new Shown(8_000, 7_901))))
                        .get(A)
                        .effect())
                .isEqualTo(Effect.SHRUNK);
    }

    @Test
    void remembersARemoval() {
        Map<String, DampedAmount> reset =
                new Damper(STEPS, NOW).reset(List.of(A, B), published(Map.of(A, 2_000L, B, 0L), Map.of()));

        assertThat(reset.get(A).effect()).isEqualTo(Effect.RESET);
        assertThat(reset.get(A).after()).isEqualTo(new AmountState(0, NOW));
        assertThat(reset.get(B).after()).isEqualTo(new AmountState(0, NOW.minusSeconds(120)));
    }

    @Test
    void partsShareEachResourceOfTheWholeByItself() {
        Damper damper = new Damper(Rules.NONE, NOW);
        Map<String, DampedAmount> whole =
                damper.damp(Map.of(A, Offer.of(9_000, NODE), B, Offer.of(300, NODE)), Published.NOTHING);
        Part part = new Part(Map.of(A, Offer.of(6_000, 8_000), B, Offer.of(100, 8_000)), Published.NOTHING);

        assertThat(damper.share(List.of(part, part), whole)).allSatisfy(shares -> {
            assertThat(shares.get(A).published()).isEqualTo(4_500);
            assertThat(shares.get(B).published()).isEqualTo(100);
        });
    }
}
