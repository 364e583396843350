package io.koordbridge.colo.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrainOptionsTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "10 m", "-5m", "25h", "1d", "999999s", "soon"})
    void refuseWhatIsNoTime(String time) {
        Run run = Run.colo("drain", "node", "worker-1", "--timeout", time);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--timeout", "'" + time + "' is no time of 1s to 24h");
    }

    @Test
    void theTimeIsThatOfTheDrainAndOfOtherCommandsThatOfAnAnswer() {
        assertThat(Run.colo("drain", "node", "--help").out())
                .contains("--timeout=TIME", "default: 10m")
                .doesNotContain("Patience");
        assertThat(Run.colo("drain", "nodemanager", "--help").out()).contains("--timeout=TIME");
        assertThat(Run.colo("nodes", "--help").out()).contains("Patience with one answer");
        assertThat(Run.colo("nodes", "--timeout", "10m").exitCode()).isEqualTo(2);
    }

    @Test
    void aGroupNamesItsCommands() {
        Run run = Run.colo("drain");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("Drain what?", "node", "nodemanager");
    }
}
