package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import io.koordbridge.yarnoperator.lease.Strays.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StraysTest {

    private static final Instant FALL = Observations.NOW;
    private static final Instant LATER = FALL.plusSeconds(60);
    private static final YarnAmount COUNTED = new YarnAmount(2, 2_048);
    private static final Strays TEN = new Strays(new YarnAmount(10, 20_480), FALL);

    private static NodeAgent present(Instant measuredAfter, Boolean strangers, Long usedMb) {
        return new NodeAgent(YarnProcesses.PRESENT, measuredAfter, true, strangers, usedMb);
    }

    private static ProvenUsage.Look look(NodeAgent agent) {
        return new ProvenUsage.Look(LATER, Duration.ofSeconds(15), agent, false, null);
    }

    private static Verdict verdict(NodeAgent agent) {
        return Strays.verdict(look(agent), FALL, COUNTED);
    }

    @Test
    void thePluginsWordDecides() {
        assertThat(verdict(present(LATER, true, 0L))).isEqualTo(Verdict.STAYS);
        assertThat(verdict(present(LATER, false, 9_999L))).isEqualTo(Verdict.COUNTS);
        assertThat(verdict(present(FALL, false, 0L))).isEqualTo(Verdict.OPEN);
    }

    @Test
    void withoutItWhatIsUsedDecidesOnceItIsMeasuredAfterTheFall() {
        assertThat(verdict(present(LATER, null, 2_048L))).isEqualTo(Verdict.COUNTS);
        assertThat(verdict(present(LATER, null, 2_049L))).isEqualTo(Verdict.STAYS);
        assertThat(verdict(present(FALL.minusMillis(1), null, 0L))).isEqualTo(Verdict.OPEN);
        assertThat(verdict(present(LATER, null, null))).isEqualTo(Verdict.COUNTS);
        assertThat(Strays.verdict(look(present(LATER, null, null)), FALL, YarnAmount.ZERO))
                .isEqualTo(Verdict.STAYS);
    }

    @Test
    void whereNoProcessIsSeenTheNodeManagerIsBelieved() {
        assertThat(verdict(NodeAgent.SILENT)).isEqualTo(Verdict.COUNTS);
        assertThat(verdict(new NodeAgent(YarnProcesses.ABSENT, LATER, false, null)))
                .isEqualTo(Verdict.COUNTS);
    }

    @Test
    void theyAreOverWhenThatIsProven() {
        assertThat(TEN.over(present(LATER, false, 9_999L), COUNTED)).isTrue();
        assertThat(TEN.over(present(LATER, null, 2_048L), COUNTED)).isTrue();
        assertThat(TEN.over(new NodeAgent(YarnProcesses.ABSENT, LATER, true, true), COUNTED))
                .isTrue();
        assertThat(TEN.over(present(LATER, true, 0L), COUNTED)).isFalse();
        assertThat(TEN.over(present(LATER, null, 2_049L), COUNTED)).isFalse();
        assertThat(TEN.over(new NodeAgent(YarnProcesses.ABSENT, LATER, false, null), COUNTED))
                .isFalse();
        assertThat(TEN.over(new NodeAgent(YarnProcesses.ABSENT, LATER, false, true, 0L), COUNTED))
                .isFalse();
        assertThat(TEN.over(NodeAgent.SILENT, COUNTED)).isFalse();
    }
}
