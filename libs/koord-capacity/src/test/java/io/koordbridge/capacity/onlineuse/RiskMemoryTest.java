package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.policy.risk.RiskState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RiskMemoryTest {

    private static final RiskChoice CHOICE =
            RiskChoice.parse("p95/900+3.5 care 2.10", 1).orElseThrow();

    @Test
    void anotherProcessBeginsWithTheChoiceThatTheNodeShows() {
        RiskMemory memory = RiskMemory.known(null, CHOICE);

        assertThat(memory.text()).isEqualTo("p95/900+3.5 care 2.10");
        assertThat(memory.state().choice()).isEqualTo(memory.written());
        assertThat(memory.chosenFor(Instant.EPOCH)).isEmpty();
        assertThat(memory.isFirst()).isFalse();
        assertThat(memory.isOther()).isFalse();
    }

    @Test
    void withoutAChoiceOnTheNodeThereIsNone() {
        RiskMemory memory = RiskMemory.known(null, null);

        assertThat(memory.text()).isNull();
        assertThat(memory.state()).isSameAs(RiskState.NEW);
        assertThat(memory.isFirst()).isFalse();
        assertThat(memory.shown()).isSameAs(memory);
    }

    @Test
    void theOwnMemoryCountsBeforeTheNode() {
        RiskMemory own = RiskMemory.known(null, CHOICE);

        assertThat(RiskMemory.known(
                        own, RiskChoice.parse("max/300+0.0 care 1.00", 1).orElseThrow()))
                .isSameAs(own);
    }

    @Test
    void theNodeShowsTheChoiceOfNowOnlyWhereItSaysSomethingElse() {
        RiskMemory same = showing("p95/900+3.0 care 2.00");
        RiskMemory other = showing("p95/900+6.0 care 2.00");

        assertThat(same.shown()).isSameAs(same);
        assertThat(other.isOther()).isTrue();
        assertThat(other.shown().text()).isEqualTo("p95/900+3.5 care 2.10");
    }

    private static RiskMemory showing(String text) {
        RiskChoice written = RiskChoice.parse(text, 1).orElseThrow();
        return new RiskMemory(RiskState.resumed(CHOICE), null, 0, true, List.of(), written);
    }
}
