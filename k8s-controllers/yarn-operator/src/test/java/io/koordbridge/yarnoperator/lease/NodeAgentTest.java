package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeAgentTest {

    private static final Instant LOSS = Observations.NOW;

    private static NodeAgent says(YarnProcesses processes, Instant measuredAfter, boolean placed, Boolean strangers) {
        return new NodeAgent(processes, measuredAfter, placed, strangers);
    }

    @Test
    void anEmptyGroupProvesAbsenceWhereContainersArePlacedAndAfterTheLoss() {
        assertThat(says(YarnProcesses.ABSENT, LOSS, true, null).provesAbsenceSince(LOSS))
                .isTrue();
        assertThat(says(YarnProcesses.ABSENT, LOSS, false, null).provesAbsenceSince(LOSS))
                .isFalse();
        assertThat(says(YarnProcesses.ABSENT, LOSS.minusMillis(1), true, null).provesAbsenceSince(LOSS))
                .isFalse();
        assertThat(says(YarnProcesses.PRESENT, LOSS, true, null).provesAbsenceSince(LOSS))
                .isFalse();
        assertThat(says(YarnProcesses.ABSENT, LOSS, false, null).seesNoneSince(LOSS))
                .isTrue();
    }

    @Test
    void thePluginsWordThatAllAreKnownCountsLittleLaterThanAMeasurement() {
        Instant later = LOSS.plusSeconds(15);

        assertThat(says(YarnProcesses.PRESENT, later, true, false).knowsAllSince(LOSS))
                .isTrue();
        assertThat(says(YarnProcesses.PRESENT, LOSS, true, false).knowsAllSince(LOSS))
                .isFalse();
        assertThat(says(YarnProcesses.PRESENT, later, false, false).knowsAllSince(LOSS))
                .isFalse();
        assertThat(says(YarnProcesses.PRESENT, later, true, null).knowsAllSince(LOSS))
                .isFalse();
        assertThat(NodeAgent.SILENT.knowsAllSince(LOSS)).isFalse();
    }

    @Test
    void amongSeveralNodeManagersNobodyKnowsStrangers() {
        NodeAgent seen = new NodeAgent(YarnProcesses.PRESENT, LOSS, true, true, 5L);

        assertThat(seen.seesStrangers()).isTrue();
        assertThat(seen.ofSeveral()).isEqualTo(new NodeAgent(YarnProcesses.PRESENT, LOSS, true, null, 5L));
    }
}
