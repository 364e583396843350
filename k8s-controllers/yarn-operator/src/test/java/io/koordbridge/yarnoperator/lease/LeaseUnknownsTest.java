package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseUnknownsTest extends ProtocolDriver {

    @Test
    void keepsTheLeaseOnAnOldReport() {
        next();
        node.reportAge = Duration.ofSeconds(16);
        node.origin = new BatchAmount(6_000, 12L << 30);
        node.capability = YarnAmount.ZERO;

        next();

        assertThat(step.actions()).isEmpty();
        assertThat(state.lease()).isEqualTo(HALF);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.REPORT_STALE);
    }

    @Test
    void keepsTheLeaseWhileTheResourceManagerDoesNotKnowTheNode() {
        next();
        node.state = ManagerState.UNKNOWN;

        later(Duration.ofMinutes(30));

        assertThat(step.actions()).isEmpty();
        assertThat(state.lease()).isEqualTo(HALF);
    }

    @Test
    void keepsTheLeaseWhilePodsOfSeveralNodesNameTheNodeManager() {
        next();
        node.state = ManagerState.DISPUTED;
        node.processes = YarnProcesses.ABSENT;
        node.origin = new BatchAmount(6_000, 12L << 30);

        later(Duration.ofMinutes(30));

        assertThat(step.actions()).isEmpty();
        assertThat(state.lease()).isEqualTo(HALF);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.NODE_MANAGER_DISPUTED);
    }

    @Test
    void keepsTheLeaseUntilLostContainersAreProvenGone() {
        next();
        node.podPresent = false;
        node.state = ManagerState.DEAD;
        later(Duration.ofMinutes(5));
        assertThat(state.lease()).isEqualTo(HALF);

        node.processes = YarnProcesses.ABSENT;
        later(Duration.ofSeconds(1));
        assertThat(step.waitsFor()).isEqualTo(WaitReason.LATE_CALL);
        assertThat(node.written).isEqualTo(HALF);
        later(Duration.ofSeconds(1));

        assertThat(node.written).isEqualTo(new YarnAmount(1, 1_024));
        assertThat(notices()).containsExactly(Notice.RELEASED);
        later(Duration.ofMinutes(10));
        assertThat(node.written).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void aReportFromBeforeTheLossProvesNothing() {
        node.used = HALF;
        node.pods = Observations.batch(HALF);
        next();
        node.podPresent = false;
        node.state = ManagerState.DEAD;
        node.processes = YarnProcesses.ABSENT;
        node.measuredAfter = node.now;

        later(Duration.ofSeconds(1));
        assertThat(node.written).isEqualTo(HALF);
        node.measuredAfter = node.now;
        later(Duration.ofSeconds(1));
        later(Duration.ofSeconds(1));

        assertThat(node.written).isEqualTo(new YarnAmount(1, 1_024));
    }

    @Test
    void reservesTheMinimumBeforeAFirstNodeManagerRegisters() {
        node.written = null;
        node.state = ManagerState.UNKNOWN;

        next();

        assertThat(node.written).isEqualTo(new YarnAmount(1, 1_024));
    }

    @Test
    void keepsWhatALostNodeManagerHeldBesideOneThatComesAfterIt() {
        node.used = new YarnAmount(6, 12_288);
        next();
        node.state = ManagerState.DEAD;
        node.further.add(new NodeManagerView(
                new NodeManagerRef("", "nm-0", 9999),
                ManagerState.LIVE,
                new YarnAmount(1, 1_024),
                YarnAmount.ZERO,
                null,
                false,
                true,
                Duration.ZERO,
                1,
                100));
        node.podPresent = false;

        next();
        next();

        assertThat(state.memory().beliefs().lost()).isEqualTo(new YarnAmount(6, 12_288));
        assertThat(node.written.vcores()).isGreaterThanOrEqualTo(7);
        node.processes = YarnProcesses.ABSENT;
        node.measuredAfter = node.now;
        next();
        assertThat(state.memory().beliefs().lost()).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void releasesWithoutProofWhenTheNodeIsDownForLong() {
        next();
        node.podPresent = false;
        node.state = ManagerState.DEAD;
        next();
        later(Duration.ofMinutes(60));
        assertThat(node.written).isEqualTo(HALF);
        node.notReadySince = node.now;

        later(Duration.ofMinutes(10));
        later(Duration.ofSeconds(1));

        assertThat(node.written).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void writesNothingOnANodeWithoutYarn() {
        node.written = null;
        node.podPresent = false;
        node.state = ManagerState.UNKNOWN;

        next();

        assertThat(step.actions()).isEmpty();
        assertThat(state).isNull();
    }

    @Test
    void rebuildsAnUnreadableAnnotationFromMemory() {
        next();
        node.written = null;
        node.writtenProblem = "not JSON";

        next();

        assertThat(step.actions()).containsExactly(new SetAnnotation(HALF, "7"));
    }

    @Test
    void aFreshLeaderReservesWhatTheReportShows() {
        node.written = null;
        node.capability = HALF;
        node.used = new YarnAmount(12, 1_024);

        next();

        assertThat(node.written).isEqualTo(new YarnAmount(12, 20_480));
    }
}
