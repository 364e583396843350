package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Each wait of a shrink ends, and a shrink that is no longer needed is called off. */
class LeaseLivenessTest extends ProtocolDriver {

    private static final YarnAmount SMALL = new YarnAmount(2, 20_480);
    private static final long MEMORY = 40L << 30;
    private static final long PODS = 10_000;

    /** YARN wants all that pods leave. */
    LeaseLivenessTest() {
        node.pods = new BatchAmount(PODS, MEMORY / 2);
        node.demand = new Demand(true, 4, 8_192, false);
    }

    private void leaves(long milliCpu) {
        node.origin = new BatchAmount(PODS + milliCpu, MEMORY);
    }

    /** CPU falls to two cores while containers hold some. */
    private void cpuFalls(YarnAmount used) {
        node.used = used;
        next();
        assertThat(step.waitsFor()).isEqualTo(WaitReason.NOTHING);
        leaves(2_000);
        next();
        assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(SMALL);
    }

    private void cpuFalls() {
        cpuFalls(new YarnAmount(8, 8_192));
    }

    private void cpuComesBack() {
        leaves(10_000);
    }

    private void resourceManagerTakes(YarnAmount capability) {
        node.capability = capability;
        later(Duration.ofSeconds(1));
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            later(Duration.ofSeconds(1));
        }
    }

    @Nested
    class WhenTheNodeManagerIsSilent {

        @Test
        void reportsThatAgreeForAsLongAsARestartTakesAreEnough() {
            cpuFalls(new YarnAmount(1, 1_024));
            node.told = null;
            resourceManagerTakes(SMALL);
            later(Duration.ofSeconds(1));
            assertThat(step.waitsFor()).isEqualTo(WaitReason.NODE_MANAGER);
            assertThat(node.written).isEqualTo(HALF);

            seconds(14);
            assertThat(node.written).isEqualTo(HALF);
            seconds(2);

            assertThat(node.written).isEqualTo(SMALL);
        }

        @Test
        void reportsOfTwoResourceManagersProveNothing() {
            cpuFalls(new YarnAmount(1, 1_024));
            node.told = null;
            resourceManagerTakes(SMALL);
            later(Duration.ofSeconds(1));

            for (int i = 0; i < 10; i++) {
                node.epoch++;
                later(Duration.ofSeconds(1));
            }

            assertThat(node.written).isEqualTo(HALF);
        }

        @Test
        void oneThatRestartsIsWaitedFor() {
            cpuFalls(new YarnAmount(1, 1_024));
            node.told = null;
            node.down = true;
            resourceManagerTakes(SMALL);

            seconds(30);

            assertThat(node.written).isEqualTo(HALF);
            assertThat(step.waitsFor()).isEqualTo(WaitReason.NODE_MANAGER_RESTARTS);
        }

        @Test
        void oneThatContradictsForLongIsNotWaitedFor() {
            cpuFalls(new YarnAmount(1, 1_024));
            resourceManagerTakes(SMALL);
            seconds(8);
            assertThat(node.written).isEqualTo(HALF);

            seconds(12);

            assertThat(node.written).isEqualTo(SMALL);
        }

        @Test
        void itWaitsForContainersAndSaysSo() {
            cpuFalls();
            node.told = null;
            resourceManagerTakes(SMALL);

            seconds(30);
            assertThat(step.waitsFor()).isEqualTo(WaitReason.CONTAINERS);
            assertThat(node.written).isEqualTo(HALF);
            node.used = new YarnAmount(2, 2_048);
            seconds(20);

            assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
            assertThat(node.written).isEqualTo(SMALL);
        }
    }

    @Nested
    class WhenCapacityComesBack {

        @Test
        void aShrinkThatTheResourceManagerDoesNotHaveYetIsCalledOff() {
            cpuFalls();
            cpuComesBack();

            next();

            assertThat(state.change().goal().vcores()).isEqualTo(10);
            assertThat(notices()).contains(Notice.GROWING);
            seconds(6);
            assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
            assertThat(state.lease()).isEqualTo(HALF);
        }

        @Test
        void aSilentNodeManagerDoesNotHoldItUp() {
            cpuFalls();
            node.told = null;
            resourceManagerTakes(SMALL);
            seconds(5);
            cpuComesBack();

            next();
            assertThat(state.change().goal()).isEqualTo(HALF);
            seconds(3);
            assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(HALF);
            resourceManagerTakes(HALF);
            seconds(20);

            assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
            assertThat(node.written).isEqualTo(HALF);
        }

        @Test
        void aDrainIsCalledOffInPart() {
            cpuFalls();
            node.capability = SMALL;
            node.told = SMALL;
            seconds(3);
            assertThat(state.change().phase()).isEqualTo(Phase.DRAINING);
            assertThat(node.written).isEqualTo(new YarnAmount(8, 20_480));
            leaves(5_000);

            next();

            assertThat(state.change().goal()).isEqualTo(new YarnAmount(5, 20_480));
            seconds(3);
            assertThat(updates()).singleElement().satisfies(update -> {
                assertThat(update.capability()).isEqualTo(new YarnAmount(5, 20_480));
                assertThat(update.overcommitTimeout()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
            });
        }

        @Test
        void podsKeepWhatTheyHaveGot() {
            cpuFalls();
            node.capability = SMALL;
            node.told = SMALL;
            node.used = new YarnAmount(4, 4_096);
            seconds(3);
            assertThat(node.written).isEqualTo(new YarnAmount(4, 20_480));
            node.origin = new BatchAmount(20_000, MEMORY);
            node.pods = new BatchAmount(15_000, MEMORY / 2);

            next();

            assertThat(state.change().goal().vcores()).isLessThanOrEqualTo(4);
        }

        @Test
        void nothingIsRaisedWhileAFormerLeadersCallMayBeUnderWay() {
            cpuFalls();
            node.capability = SMALL;
            node.told = SMALL;
            seconds(3);
            node.mayGrow = false;
            cpuComesBack();

            seconds(3);

            assertThat(updates()).isEmpty();
            assertThat(state.change().goal()).isEqualTo(SMALL);
        }

        @Test
        void aGrowThatPodsDidNotMakeRoomForIsNotRestored() {
            node.pods = BatchAmount.ZERO;
            node.origin = new BatchAmount(20_000, MEMORY);
            node.published = Observations.batch(HALF);
            next();
            next();

            later(Duration.ofSeconds(60));
            node.published = BatchAmount.ZERO;
            next();

            assertThat(updates())
                    .allSatisfy(update ->
                            assertThat(update.capability().fitsIn(HALF)).isTrue());
        }
    }
}
