package io.koordbridge.yarnoperator.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.lease.Cause;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.Phase;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeAnswersTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    /** The machine's clock was set since the process began. */
    private static final Instant NOON = Instant.parse("2026-02-03T12:00:00Z");

    private static final Moment MOMENT = new Moment(NOW, NOON);
    private static final YarnAmount GOAL = new YarnAmount(2, 2048);

    private static Change change(Phase phase, Instant deadline) {
        return new Change(phase, GOAL, GOAL, Cause.PRESSURE, NOW, null, null, deadline, false, false);
    }

    private static NodesAnswer.Shrink shrink(Phase phase, Instant deadline) {
        return NodeAnswers.shrink(change(phase, deadline), YarnConversion.safe(8_000, 1_000), MOMENT);
    }

    @Test
    void aShrinkSaysWhenItsContainersHaveToBeGone() {
        assertThat(shrink(Phase.DRAINING, NOW.plusSeconds(412)))
                .isEqualTo(new NodesAnswer.Shrink(NOON.plusSeconds(412), 412, 250L, 2L << 30));
    }

    @Test
    void aDeadlineThatIsOverLeavesNoTime() {
        assertThat(shrink(Phase.LOWERING, NOW.minusSeconds(9)).secondsLeft()).isZero();
        assertThat(shrink(Phase.LOWERING, NOW.minusSeconds(9)).deadline()).isEqualTo(NOON.minusSeconds(9));
    }

    @Test
    void aGrowHasNoDeadline() {
        assertThat(shrink(Phase.RESERVING, null)).isNull();
        assertThat(shrink(Phase.RAISING, NOW.plusSeconds(9))).isNull();
    }
}
