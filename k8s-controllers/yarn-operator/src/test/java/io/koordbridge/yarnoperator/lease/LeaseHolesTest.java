package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.policy.lease.SharePolicy;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Histories in which more would be promised than there is, or more taken from YARN than is needed. A NodeManager has the plugin. */
class LeaseHolesTest extends ProtocolDriver {

    private static final int GIB = 30;

    private void start(YarnAmount lease) {
        node = Observations.steady(lease);
    }

    private void fixedShare(int thousandths) {
        PlannerConfig planner = new PlannerConfig(
                SharePolicy.STATIC, thousandths, 500, 1000, yarn(1, 1_024), YarnAmount.ZERO, 512, BatchAmount.ZERO);
        settings = new LeaseConfig(planner, Hysteresis.DEFAULT, ProtocolTimes.DEFAULT, YarnConversion.DEFAULT);
    }

    private static YarnAmount yarn(long vcores, long memoryMb) {
        return new YarnAmount(vcores, memoryMb);
    }

    private static BatchAmount cores(int cores) {
        return new BatchAmount(cores * 1000L, (long) cores << GIB);
    }

    private void seconds(double seconds) {
        later(Duration.ofMillis((long) (seconds * 1000)));
    }

    private void passes(int count) {
        for (int i = 0; i < count; i++) {
            seconds(1);
        }
    }

    private void registersAgain() {
        node.capability = node.registers;
        node.told = node.registers;
    }

    private void takes(YarnAmount capability) {
        node.capability = capability;
        node.told = capability;
        passes(3);
    }

    private BatchAmount promised() {
        return node.pods.plus(Observations.batch(node.capability)).plus(node.others);
    }

    @Test
    void aNodeManagerThatRestartsDuringAGrowDoesNotTakeTheReservation() {
        start(HALF);
        seconds(0);
        node.demand = new Demand(true, 8, 8_192, false);
        node.published = Observations.batch(HALF);
        seconds(31);
        assertThat(node.written).isEqualTo(yarn(20, 40_960));
        assertThat(state.change().phase()).isEqualTo(Phase.RESERVING);

        registersAgain();
        node.pods = cores(8);
        seconds(1);

        assertThat(promised().fitsIn(node.origin)).isTrue();
    }

    @Test
    void aNodeManagerThatRestartsDuringAShrinkDoesNotUndoIt() {
        start(yarn(16, 32_768));
        fixedShare(400);
        seconds(0);

        seconds(1);

        assertThat(state.change().phase()).isEqualTo(Phase.LOWERING);
        assertThat(node.registers).isEqualTo(yarn(8, 16_384));
    }

    @Test
    void aLeaseThatEndedIsNotRegisteredWithAgain() {
        start(HALF);
        fixedShare(500);
        seconds(0);
        node.state = ManagerState.DEAD;
        node.podPresent = false;
        node.processes = YarnProcesses.ABSENT;
        seconds(1);
        seconds(1);

        node.pods = new BatchAmount(19_000, 39L << GIB);
        node.state = ManagerState.LIVE;
        node.podPresent = true;
        node.used = YarnAmount.ZERO;
        registersAgain();
        seconds(20);

        assertThat(promised().fitsIn(node.origin)).isTrue();
        assertThat(node.written).isEqualTo(yarn(1, 1_024));
    }

    @Test
    void nothingIsReleasedOnTheFirstReportAfterAFailover() {
        start(yarn(16, 32_768));
        fixedShare(400);
        node.used = yarn(16, 32_768);
        seconds(0);
        takes(yarn(8, 16_384));
        assertThat(state.change().phase()).isEqualTo(Phase.DRAINING);
        seconds(60);

        node.told = null;
        node.epoch = 2;
        node.used = YarnAmount.ZERO;
        seconds(1);
        seconds(.2);
        assertThat(node.written).isEqualTo(yarn(16, 32_768));

        node.used = yarn(16, 32_768);
        passes(30);
        assertThat(node.written).isEqualTo(yarn(16, 32_768));
    }

    @Test
    void containersOfAnUnhealthyNodeManagerCountUntilGone() {
        start(yarn(16, 32_768));
        fixedShare(400);
        node.used = yarn(16, 32_768);
        seconds(0);
        takes(yarn(8, 16_384));
        node.state = ManagerState.UNHEALTHY;
        node.running = yarn(16, 32_768);
        node.used = YarnAmount.ZERO;
        passes(30);
        assertThat(node.written).isEqualTo(yarn(16, 32_768));

        node.running = YarnAmount.ZERO;
        passes(2);

        assertThat(node.written).isEqualTo(yarn(8, 16_384));
    }

    @Test
    void containersKnownOnlyToTheNodeManagerCount() {
        start(yarn(16, 32_768));
        fixedShare(400);
        seconds(0);
        node.running = yarn(12, 24_576);
        takes(yarn(8, 16_384));
        passes(3);

        assertThat(node.written).isEqualTo(yarn(12, 24_576));
    }

    @Test
    void twoReportsOfOneEpochThatAgreeAreProof() {
        start(yarn(16, 32_768));
        fixedShare(400);
        node.used = yarn(16, 32_768);
        seconds(0);
        takes(yarn(8, 16_384));
        node.told = null;
        node.epoch = 2;
        node.used = yarn(3, 3_072);
        seconds(1);
        seconds(10);
        assertThat(node.written).isEqualTo(yarn(16, 32_768));

        seconds(6);

        assertThat(node.written).isEqualTo(yarn(8, 16_384));
    }

    @Test
    void anUnansweredRaiseHoldsUntilALowerUpdateIsAcknowledged() {
        start(HALF);
        fixedShare(500);
        seconds(0);
        node.origin = new BatchAmount(40_000, 80L << GIB);
        node.acknowledged = 0L;
        seconds(31);
        seconds(.2);
        seconds(3);
        seconds(0);
        assertThat(sent()).containsExactly(sent(yarn(20, 40_960), ProtocolTimes.NEVER_KILL));

        node.origin = new BatchAmount(20_000, 40L << GIB);
        node.pods = cores(1);
        passes(120);
        assertThat(node.written).isEqualTo(yarn(20, 40_960));
        assertThat(state.change().phase()).isEqualTo(Phase.LOWERING);

        // The raise takes effect, then the update behind it.
        node.capability = yarn(20, 40_960);
        node.told = node.capability;
        seconds(1);
        assertThat(node.written).isEqualTo(yarn(20, 40_960));
        node.acknowledged = null;
        takes(HALF);
        passes(30);

        assertThat(node.written.fitsIn(yarn(19, 39_936))).isTrue();
        node.pods = node.origin.minus(Observations.batch(node.written)).positive();
        assertThat(promised().fitsIn(node.origin)).isTrue();
    }

    @Test
    void aLostNodeManagersProcessesAreNeverReleased() {
        start(HALF);
        fixedShare(500);
        node.used = HALF;
        seconds(0);
        node.state = ManagerState.DEAD;
        node.podPresent = false;
        node.processes = YarnProcesses.PRESENT;
        seconds(1);
        for (int i = 0; i < 120; i++) {
            seconds(60);
        }

        assertThat(node.written).isEqualTo(HALF);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.ORPHANS);
    }

    @Test
    void aPolicyDrainIsHurriedWhenMemoryFalls() {
        start(yarn(16, 32_768));
        fixedShare(400);
        node.used = yarn(16, 32_768);
        seconds(0);
        takes(yarn(8, 16_384));
        assertThat(state.change().urgent()).isFalse();

        node.origin = new BatchAmount(20_000, 20L << GIB);
        seconds(1);

        assertThat(updates()).singleElement().satisfies(update -> {
            assertThat(update.overcommitTimeout()).isEqualTo(Duration.ofSeconds(15));
            assertThat(update.capability()).isNotEqualTo(node.capability);
            assertThat(update.capability().vcores()).isEqualTo(16);
        });
    }

    @Test
    void aMomentWithoutCpuEndsNoContainer() {
        start(HALF);
        fixedShare(500);
        node.used = HALF;
        seconds(0);
        node.origin = new BatchAmount(0, 40L << GIB);

        seconds(1);

        assertThat(updates()).singleElement().satisfies(update -> {
            assertThat(update.overcommitTimeout()).isEqualTo(ProtocolTimes.DEFAULT.drainTimeout());
            assertThat(update.capability()).isEqualTo(yarn(1, 20_480));
        });
    }

    @Test
    void aNodeKeepsWhatItsApplicationMastersHold() {
        start(HALF);
        fixedShare(500);
        node.used = HALF;
        node.masters = yarn(2, 4_096);
        seconds(0);
        node.origin = null;

        seconds(1);
        assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(yarn(2, 4_096));

        node.origin = new BatchAmount(20_000, 2L << GIB);
        seconds(1);
        assertThat(updates())
                .extracting(update -> update.capability().memoryMb())
                .containsExactly(2_048L);
    }
}
