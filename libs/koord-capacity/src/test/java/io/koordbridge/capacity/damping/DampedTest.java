package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DampedTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Rules STEPS = new Rules(new Growth(10, Duration.ofSeconds(60)), 0, null, null);
    private static final AmountState BEFORE = new AmountState(5_000, NOW.minusSeconds(20));
    private static final Published PUBLISHED = new Published(Map.of("waits", BEFORE, "shrinks", BEFORE), Map.of());

    private static Damped<String> damped(String... resources) {
        Map<String, Offer> offers = Map.of(
                "waits", Offer.of(9_000, 16_000), "shrinks", Offer.of(4_000, 16_000), "grows", Offer.of(9_000, 16_000));
        Map<String, DampedAmount> all = new Damper(STEPS, NOW).damp(offers, PUBLISHED);
        all.keySet().retainAll(Set.of(resources));
        return Damped.of("offer", all);
    }

    @Test
    void theNextPassKnowsEachAmountButThoseThatWereNotToGrow() {
        Damped<String> damped = damped("waits", "shrinks", "grows");

        assertThat(damped.after(false)).containsOnlyKeys("waits", "shrinks", "grows");
        assertThat(damped.after(true))
                .containsOnly(Map.entry("waits", BEFORE), Map.entry("shrinks", new AmountState(4_000, NOW)));
    }

    @Test
    void keepsWhatIsKnownOnlyWhereItMayGrow() {
        Damped<String> kept = Damped.kept("offer", Map.of("waits", BEFORE));

        assertThat(kept.after(false)).containsOnly(Map.entry("waits", BEFORE));
        assertThat(kept.after(true)).isEmpty();
    }

    @Test
    void changesOnlyWhereTheRulesDecideAboutChanges() {
        assertThat(damped("waits", "shrinks").changes(STEPS)).isTrue();
        assertThat(damped("waits").changes(STEPS)).isFalse();
        assertThat(damped("waits", "shrinks").changes(Rules.NONE)).isFalse();
        assertThat(damped("waits", "shrinks").changes(null)).isFalse();
    }

    @Test
    void isAskedAgainAtTheFirstStep() {
        assertThat(damped("waits", "shrinks", "grows").askAgainAt()).contains(NOW.plusSeconds(40));
        assertThat(damped("grows").askAgainAt()).contains(NOW.plusSeconds(60));
        assertThat(damped("shrinks").askAgainAt()).isEmpty();
    }
}
