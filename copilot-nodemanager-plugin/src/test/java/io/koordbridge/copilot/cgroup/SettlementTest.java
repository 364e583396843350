package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettlementTest {
    private final Settlement settlement = new Settlement();

    @Test
    void looksUntilAContainerWasSeenInItsGroups() {
        settlement.isInside("a");

        assertThat(settlement.due("a")).isTrue();
        assertThat(settlement.due("recovered")).isTrue();
        settlement.settled("a");
        assertThat(settlement.due("a")).isFalse();
        assertThat(settlement.outside()).isEmpty();
    }

    @Test
    void triesTheSecondTimeInTheNextRoundAndThenEverLessOften() {
        settlement.isOutside("a");

        String tries = IntStream.range(0, 12)
                .mapToObj(round -> {
                    boolean due = settlement.due("a");
                    if (due) {
                        settlement.failed("a");
                    }
                    return due ? "x" : ".";
                })
                .reduce("", String::concat);

        assertThat(tries).isEqualTo("xx.x..x....x");
        assertThat(settlement.outside()).containsExactly("a");
    }

    @Test
    void forgetsWhatHasEnded() {
        settlement.failed("a");
        settlement.failed("b");

        settlement.retain(Set.of("b"));
        assertThat(settlement.outside()).containsExactly("b");
        settlement.forget("b");
        assertThat(settlement.outside()).isEmpty();
    }
}
