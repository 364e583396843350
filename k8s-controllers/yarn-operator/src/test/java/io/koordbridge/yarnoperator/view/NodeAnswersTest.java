package io.koordbridge.yarnoperator.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.Cause;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.Phase;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeAnswersTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final YarnAmount GOAL = new YarnAmount(2, 2048);

    private static Change change(Phase phase, Instant deadline) {
        return new Change(phase, GOAL, GOAL, Cause.PRESSURE, NOW, null, null, deadline, false, false);
    }

    @Test
    void aShrinkSaysWhenItsContainersHaveToBeGone() {
        assertThat(NodeAnswers.left(change(Phase.DRAINING, NOW.plusSeconds(412)), NOW))
                .isEqualTo("; 410 s until containers that stay are preempted");
        assertThat(NodeAnswers.left(change(Phase.LOWERING, NOW.plusSeconds(9)), NOW))
                .startsWith("; 9 s ");
        assertThat(NodeAnswers.left(change(Phase.LOWERING, NOW.minusSeconds(9)), NOW))
                .startsWith("; 0 s ");
    }

    @Test
    void aGrowHasNoDeadline() {
        assertThat(NodeAnswers.left(change(Phase.RESERVING, null), NOW)).isEmpty();
    }
}
