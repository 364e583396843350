package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.policy.lease.SharePolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A graceful decommission that is called off brings back the total from before in one report. */
class LeaseDecommissionTest extends ProtocolDriver {

    private static final YarnAmount USED = new YarnAmount(4, 8_192);
    private static final YarnAmount ALL = new YarnAmount(20, 40_960);

    private void half() {
        PlannerConfig planner = new PlannerConfig(
                SharePolicy.STATIC, 500, 500, 1000, new YarnAmount(1, 1_024), YarnAmount.ZERO, 512, BatchAmount.ZERO);
        settings = new LeaseConfig(planner, Hysteresis.DEFAULT, ProtocolTimes.DEFAULT, Observations.UNITS);
        node.used = USED;
    }

    /** The ResourceManager makes the total what is used. */
    private void decommissions() {
        node.state = ManagerState.DECOMMISSIONING;
        node.capability = USED;
        later(Duration.ofSeconds(1));
    }

    private void isCalledOff(YarnAmount total) {
        node.state = ManagerState.LIVE;
        node.capability = total;
    }

    /** Pods take all that they are offered. */
    private void podsFill() {
        node.pods = node.books().published();
    }

    private BatchAmount promised() {
        return node.pods.plus(Observations.batch(node.capability)).plus(node.others);
    }

    @Test
    void theTotalFromBeforeStaysReserved() {
        half();
        next();

        decommissions();
        later(Duration.ofSeconds(30));

        assertThat(node.written).isEqualTo(HALF);
        assertThat(updates()).isEmpty();
        assertThat(step.waitsFor()).isEqualTo(WaitReason.DECOMMISSIONING);
    }

    @Test
    void nothingIsPromisedTwiceWhenItIsCalledOff() {
        half();
        next();
        decommissions();
        podsFill();
        later(Duration.ofSeconds(30));
        podsFill();

        isCalledOff(HALF);

        assertThat(promised().fitsIn(node.origin)).isTrue();
        later(Duration.ofSeconds(1));
        assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
        assertThat(updates()).isEmpty();
    }

    @Test
    void anUnansweredRaiseIsNotForgotten() {
        node.used = USED;
        node.demand = new Demand(true, 100, 1 << 20, false);
        node.acknowledged = 0L;
        next();
        for (int i = 0; i < 60 && state.change().phase() != Phase.RAISING; i++) {
            later(Duration.ofSeconds(1));
        }
        assertThat(sent()).containsExactly(sent(ALL, ProtocolTimes.NEVER_KILL));

        decommissions();
        podsFill();
        later(Duration.ofSeconds(30));
        podsFill();
        isCalledOff(ALL);

        assertThat(node.written).isEqualTo(ALL);
        assertThat(promised().fitsIn(node.origin)).isTrue();
    }

    @Test
    void aNewLeaderKeepsWhatTheAnnotationSays() {
        node.used = USED;
        decommissions();
        podsFill();

        later(Duration.ofSeconds(30));
        podsFill();
        isCalledOff(HALF);

        assertThat(node.written).isEqualTo(HALF);
        assertThat(promised().fitsIn(node.origin)).isTrue();
    }

    @Test
    void aNewLeaderWithoutOurEntryKeepsWhatTheRecordSays() {
        node.used = USED;
        node.written = null;
        node.writtenProblem = "not JSON";
        node.registers = HALF;

        decommissions();

        assertThat(node.written).isEqualTo(HALF);
    }

    @Test
    void theWaitEndsWithTheDecommission() {
        node.used = USED;
        next();
        decommissions();
        isCalledOff(HALF);
        node.demand = new Demand(true, 100, 1 << 20, false);

        for (int i = 0; i < 60; i++) {
            later(Duration.ofSeconds(1));
            updates().forEach(update -> node.capability = update.capability());
        }

        assertThat(node.written).isEqualTo(ALL);
        assertThat(node.capability).isEqualTo(ALL);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.NOTHING);
    }
}
