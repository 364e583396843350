package io.koordbridge.colo.plan.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FigureRowsTest {

    @Test
    void anUnknownFigureIsADash() {
        assertThat(FigureRows.of(Plans.two().pools().get(1)))
                .filteredOn(row -> row.values().get(0).equals("-"))
                .extracting(FigureRows.Row::title)
                .containsExactly("batch memory", "  in 90 % of the time at least", "short minutes of memory");
    }

    @Test
    void useAfterIsUseBeforeAndWhatIsDelivered() {
        assertThat(FigureRows.of(Plans.two().pools().get(0))).anySatisfy(row -> {
            assertThat(row.title()).isEqualTo("CPU in use after");
            assertThat(row.values()).containsExactly("59.6 %", "53.3 %");
        });
    }
}
