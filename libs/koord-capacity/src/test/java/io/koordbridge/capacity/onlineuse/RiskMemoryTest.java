package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.risk.Candidate;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.policy.risk.RiskState;
import io.koordbridge.policy.risk.Statistic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** CHOICE expects 20 + 3.5 %. */
    @ParameterizedTest
    @CsvSource({
        "p95/900+2.5 care 2.10, true",
        "p95/900+2.6 care 2.10, false",
        "p95/900+4.5 care 2.10, false",
        "p95/900+3.5 care 1.05, true",
        "p95/900+4.5 care 1.05, false",
        "max/900-7.5 care 2.10, true",
        "max/900-6.5 care 2.10, false",
        "max/300-99.0 care 0.02, false"
    })
    void aChoiceIsMoreCarefulWhereItOffersLessByTheLastReport(String shown, boolean expected) {
        List<RiskLine> lines = List.of(line(Statistic.P95, 7, 27), line(Statistic.MAX, -2, 28));
        RiskChoice written = RiskChoice.parse(shown, 1).orElseThrow();

        assertThat(new RiskMemory(RiskState.resumed(CHOICE), null, 0, true, lines, written).isMoreCareful())
                .isEqualTo(expected);
    }

    @Test
    void withoutOneOfBothNoChoiceIsMoreCareful() {
        assertThat(RiskMemory.known(null, null).isMoreCareful()).isFalse();
        assertThat(new RiskMemory(RiskState.resumed(CHOICE), null, 0, true, List.of(), null).isMoreCareful())
                .isFalse();
    }

    private static RiskLine line(Statistic statistic, double margin, double estimate) {
        return new RiskLine(new Candidate(statistic, Duration.ofMinutes(15)), margin, estimate, 0, 0, false);
    }

    private static RiskMemory showing(String text) {
        RiskChoice written = RiskChoice.parse(text, 1).orElseThrow();
        return new RiskMemory(RiskState.resumed(CHOICE), null, 0, true, List.of(), written);
    }
}
