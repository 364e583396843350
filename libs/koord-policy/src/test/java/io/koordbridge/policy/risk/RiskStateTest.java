package io.koordbridge.policy.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RiskStateTest {

    @Test
    void aNewNodeHasNoChoice() {
        assertThat(RiskState.NEW.choice()).isNull();
        assertThat(RiskState.NEW.histories()).isEmpty();
    }

    @Test
    void aResumedNodeHasTheChoiceOfTheProcessBefore() {
        RiskChoice choice = new RiskChoice(new Candidate(Statistic.P99, Duration.ofMinutes(5)), 1, 3, 1);

        assertThat(RiskState.resumed(choice).choice()).isEqualTo(choice);
        assertThat(RiskState.resumed(choice).resumed()).isEqualTo(choice);
    }
}
