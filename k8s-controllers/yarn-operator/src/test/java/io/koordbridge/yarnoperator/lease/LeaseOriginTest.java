package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An origin that cannot be read is unknown, not 0. */
class LeaseOriginTest extends ProtocolDriver {

    private static final BatchAmount ORIGIN = new BatchAmount(20_000, 40L << 30);

    private void unreadable() {
        node.origin = null;
        node.originUnreadable = true;
        node.published = BatchAmount.ZERO;
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            later(Duration.ofSeconds(1));
            assertThat(updates()).isEmpty();
        }
    }

    @Test
    void aNewLeaderKeepsTheLease() {
        unreadable();
        node.demand = new Demand(true, 100, 1 << 20, false);

        next();
        seconds(120);

        assertThat(node.written).isEqualTo(HALF);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.ORIGIN_UNREADABLE);
        assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
    }

    @Test
    void aNewLeaderWithoutALeaseReservesWhatYarnHas() {
        unreadable();
        node.written = null;
        node.used = new YarnAmount(12, 1_024);

        next();
        seconds(10);

        assertThat(node.written).isEqualTo(new YarnAmount(12, 20_480));
    }

    @Test
    void whatTheResourceManagerHasBeyondTheLeaseIsReserved() {
        unreadable();
        next();
        node.capability = new YarnAmount(12, 24_576);

        seconds(1);

        assertThat(node.written).isEqualTo(new YarnAmount(12, 24_576));
    }

    @Test
    void aShrinkUnderWayGivesNothingBack() {
        node.pods = Observations.batch(HALF);
        node.used = HALF;
        next();
        node.origin = null;
        next();
        node.capability = new YarnAmount(1, 1_024);
        node.told = node.capability;
        later(Duration.ofSeconds(1));
        unreadable();
        node.used = YarnAmount.ZERO;

        seconds(120);

        assertThat(node.written).isEqualTo(HALF);
    }

    @Test
    void onlyAnAbsentOneCloses() {
        next();
        node.origin = null;

        later(Duration.ofSeconds(1));

        assertThat(state.change().cause()).isEqualTo(Cause.CLOSED);
    }

    @Test
    void theWaitEndsWhenItCanBeReadAgain() {
        unreadable();
        next();
        seconds(120);

        node.origin = ORIGIN;
        node.originUnreadable = false;
        node.published = null;
        node.demand = new Demand(true, 100, 1 << 20, false);
        for (int i = 0; i < 60; i++) {
            later(Duration.ofSeconds(1));
            updates().forEach(update -> node.capability = update.capability());
        }

        assertThat(node.capability).isEqualTo(new YarnAmount(20, 40_960));
    }
}
