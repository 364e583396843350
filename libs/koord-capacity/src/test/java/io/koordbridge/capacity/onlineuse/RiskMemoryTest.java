package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.risk.RiskState;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RiskMemoryTest {

    private static final String TEXT = "p95/900+3.5 care 2.10";

    @Test
    void anotherProcessBeginsWithTheChoiceThatTheNodeShows() {
        RiskMemory memory = RiskMemory.known(null, TEXT);

        assertThat(memory.text()).isEqualTo(TEXT);
        assertThat(memory.state().choice()).isEqualTo(memory.written());
        assertThat(memory.chosenFor(Instant.EPOCH)).isEmpty();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "p95", "p95/900+3.5 care 9999.00", "p95/900+3.5 care 2.10 "})
    void aTextThatIsNoChoiceCountsAsNone(String text) {
        RiskMemory memory = RiskMemory.known(null, text);

        assertThat(memory.text()).isNull();
        assertThat(memory.state()).isSameAs(RiskState.NEW);
    }

    @Test
    void theOwnMemoryCountsBeforeTheNode() {
        RiskMemory own = RiskMemory.known(null, TEXT);

        assertThat(RiskMemory.known(own, "max/300+0.0 care 1.00")).isSameAs(own);
    }
}
