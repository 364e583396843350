package io.koordbridge.scheduler.preempt.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class VictimSearchTest {

    private static Predicate<Set<String>> needs(String... gone) {
        return without -> without.containsAll(List.of(gone));
    }

    @Test
    void spareThoseThatComeFirst() {
        assertThat(VictimSearch.victims(List.of(), List.of("a", "b", "c"), gone -> gone.size() >= 2))
                .contains(List.of("b", "c"));
    }

    @Test
    void addsTheOnesThatAreNeededBesideTheCertainOnes() {
        assertThat(VictimSearch.victims(List.of("a"), List.of("a", "b", "c"), needs("c")))
                .contains(List.of("a", "c"));
    }

    @Test
    void isEmptyWhereNothingHelps() {
        assertThat(VictimSearch.victims(List.of("a"), List.of("a", "b"), needs("missing")))
                .isEmpty();
    }

    @Test
    void findsNoVictimWhereNoneIsNeeded() {
        assertThat(VictimSearch.victims(List.of(), List.of("a"), gone -> true)).contains(List.of());
    }
}
