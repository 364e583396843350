package io.koordbridge.colo.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.answers.StatusAnswer.Agents;
import io.koordbridge.answers.StatusAnswer.Cluster;
import io.koordbridge.answers.StatusAnswer.Ledger;
import io.koordbridge.answers.StatusAnswer.Nodes;
import io.koordbridge.answers.StatusAnswer.Totals;
import io.koordbridge.colo.answer.ProtectionAnswer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCheckTest {
    private static final Totals NO_TOTALS =
            new Totals(null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    private static StatusAnswer status(
            @Nullable Boolean leader, String cluster, int reporting, int unmatched, String ledger) {
        return new StatusAnswer(
                Instant.EPOCH,
                leader,
                "op-a",
                List.of(new Cluster("default", "rm", cluster, null, "simple")),
                new Agents(2, reporting),
                new Nodes(2, 2 - unmatched, unmatched),
                NO_TOTALS,
                new Ledger(ledger),
                List.of());
    }

    private static List<StatusCheck> broken(StatusAnswer status) {
        return Arrays.stream(StatusCheck.values())
                .filter(check -> !check.isWell(status, new ProtectionAnswer("NO_DATA", "not asked", null)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "true, DOWN, 2, 0, OK, RESOURCEMANAGER",
        "true, UP, 1, 0, OK, AGENTS",
        "true, UP, 2, 1, OK, NODES",
        "true, UP, 2, 0, BROKEN, LEDGER",
        "true, UP, 2, 0, NO_DATA, LEDGER",
        ", UP, 2, 0, OK, LEADER",
    })
    void failsForOneFault(
            @Nullable Boolean leader, String cluster, int reporting, int unmatched, String ledger, StatusCheck check) {
        assertThat(broken(status(leader, cluster, reporting, unmatched, ledger)))
                .containsExactly(check);
    }

    @Test
    void passesWhenAllIsWell() {
        assertThat(broken(status(true, "UP", 2, 0, "OK"))).isEmpty();
        assertThat(broken(status(false, "UP", 2, 0, "DRAINING"))).isEmpty();
    }
}
