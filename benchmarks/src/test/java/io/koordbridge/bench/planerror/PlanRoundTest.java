package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanRoundTest {

    private static final Use DELIVERED = new Use(
            List.of(
                    new Look(0, 0, 0, 0, 0, 900, 850),
                    new Look(1_000_000_000, 900_000_000, 800_000_000, 0, 0, 900, 850)),
            2000);

    @Test
    void theDifferenceIsTheSumOfItsParts() {
        PlanRound round =
                new PlanRound(new Planned(50, 44), new Planned(50, 43), new Planned(50, 38), DELIVERED, DELIVERED);

        assertThat(round.difference()).isCloseTo(4, within(1e-9));
        assertThat(round.bySource()).isEqualTo(1);
        assertThat(round.byUse()).isEqualTo(5);
        assertThat(round.byRules()).isCloseTo(-4.5, within(1e-9));
        assertThat(round.byKernel()).isCloseTo(2.5, within(1e-9));
        assertThat(round.error()).isCloseTo(4, within(1e-9));
    }

    @Test
    void aPlanThatIsTooLowIsAnErrorAsWell() {
        PlanRound round =
                new PlanRound(new Planned(50, 30), new Planned(50, 30), new Planned(50, 30), DELIVERED, DELIVERED);

        assertThat(round.error()).isCloseTo(10, within(1e-9));
    }

    @Test
    void figuresAreThoseOfTheTotalOfOneNode() throws Exception {
        ObjectMapper json = new ObjectMapper();

        assertThat(Planned.of(json.readTree(
                        "{\"total\": {\"nodes\": 1, \"offeredPercent\": 40.5, \"deliveredPercent\": 38.25}}")))
                .isEqualTo(new Planned(40.5, 38.25));
        assertThatThrownBy(() -> Planned.of(json.readTree("{\"total\": {\"nodes\": 2, \"deliveredPercent\": 1}}")))
                .hasMessageContaining("no plan of one node");
    }

    @Test
    void theMedianIsTheMiddleError() {
        assertThat(PlanError.median(9, 1, 4, 2, 7)).isEqualTo(4);
    }
}
