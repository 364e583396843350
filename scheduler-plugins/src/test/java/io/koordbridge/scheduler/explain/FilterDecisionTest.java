package io.koordbridge.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.explain.FilterDecision.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FilterDecisionTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void countsNodesByReasonTheMostFrequentFirst() {
        FilterDecision decision =
                FilterDecision.of(NOW, 5, 2, List.of(Map.of("a", "full"), Map.of("b", "hot", "c", "hot")));

        assertThat(decision.refused()).extracting(Refused::reason).containsExactly("hot", "full");
        assertThat(decision.refused()).extracting(Refused::nodes).containsExactly(2, 1);
        assertThat(decision.fitting()).isEqualTo(2);
        assertThat(decision.beforeNodes()).isFalse();
    }

    @Test
    void aReasonForAllNodesCountsForEachOfThem() {
        FilterDecision decision = FilterDecision.everywhere(NOW, List.of("a", "b", "c"), "no quota", true);

        assertThat(decision.refused()).containsExactly(new Refused("no quota", 3, "a"));
        assertThat(decision.fitting()).isZero();
        assertThat(decision.beforeNodes()).isTrue();
    }

    @Test
    void withoutCandidatesNoNodeRefuses() {
        assertThat(FilterDecision.everywhere(NOW, List.of(), "no quota", true).refused())
                .isEmpty();
    }
}
