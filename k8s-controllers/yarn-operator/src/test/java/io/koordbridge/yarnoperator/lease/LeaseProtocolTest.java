package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LeaseProtocolTest extends ProtocolDriver {

    private static final YarnAmount ALL = new YarnAmount(20, 40_960);
    private static final Duration PRESSURE = Duration.ofSeconds(15);

    private void yarnWaits() {
        node.demand = new Demand(true, 4, 8_192, false);
    }

    private void secondNodeManager(YarnAmount capability) {
        node.further.add(new NodeManagerView(
                new NodeManagerRef("", "nm-1", 8041),
                ManagerState.LIVE,
                capability,
                YarnAmount.ZERO,
                null,
                false,
                true,
                Duration.ZERO,
                1,
                100));
    }

    @Test
    void doesNothingInBalance() {
        next();

        assertThat(step.actions()).isEmpty();
        assertThat(step.waitsFor()).isEqualTo(WaitReason.NOTHING);
    }

    @Nested
    class WhenYarnMayGrow {

        @Test
        void reservesFirstThenWaitsForPodsThenTellsTheResourceManager() {
            yarnWaits();
            node.published = Observations.batch(HALF);

            next();
            assertThat(step.actions()).contains(new SetAnnotation(ALL, "7"));
            assertThat(updates()).isEmpty();

            next();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.PODS_SHARE);
            node.published = BatchAmount.ZERO;
            next();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.SETTLE);

            later(Duration.ofSeconds(2));
            assertThat(step.waitsFor()).isEqualTo(WaitReason.POD_LIST);
            next();
            assertThat(sent()).containsExactly(sent(ALL, Duration.ofSeconds(2_000_000)));

            node.capability = ALL;
            later(Duration.ofSeconds(1));
            assertThat(notices()).containsExactly(Notice.GROWN);
            assertThat(state.lease()).isEqualTo(ALL);
        }

        @Test
        void goesBackWhenPodsTookTheCapacityMeanwhile() {
            yarnWaits();
            next();
            node.pods = new BatchAmount(5_000, 10L << 30);

            next();

            assertThat(notices()).contains(Notice.GROW_GIVEN_UP);
            assertThat(updates()).allMatch(update -> update.capability().fitsIn(HALF));
            assertThat(state.change().goal()).isEqualTo(new YarnAmount(15, 30_720));
        }

        @Test
        void goesBackToTheOldLeaseWhenPodsShareDoesNotFall() {
            yarnWaits();
            node.published = Observations.batch(HALF);
            next();
            next();

            later(Duration.ofSeconds(60));
            later(Duration.ofSeconds(3));
            later(Duration.ofSeconds(1));

            assertThat(state.lease()).isEqualTo(HALF);
            assertThat(node.written).isEqualTo(HALF);
        }

        @Test
        void waitsAsANewLeader() {
            yarnWaits();
            node.mayGrow = false;

            next();

            assertThat(step.actions()).isEmpty();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.NEW_LEADER);
        }

        @Test
        void passesASmallDifferenceOnlyAfterTheUsualTimeAsANewLeader() {
            node.leaderSince = node.now;
            node.origin = new BatchAmount(20_000, 41L << 30);

            next();
            assertThat(step.actions()).isEmpty();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.NOTHING);

            later(Duration.ofSeconds(30));
            assertThat(node.written).isEqualTo(new YarnAmount(10, 20_992));
        }

        @Test
        void startsNoGrowOnAReportOfSeveralSecondsAgo() {
            yarnWaits();
            node.reportAge = Duration.ofSeconds(6);

            next();

            assertThat(step.actions()).isEmpty();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.REPORT_OLD);
        }

        @Test
        void doesNotGrowOnCachesThatMayBeOld() {
            yarnWaits();
            next();
            node.live = false;

            later(Duration.ofSeconds(10));

            assertThat(updates()).isEmpty();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.CACHES);
        }
    }

    @Nested
    class WhenTheNodeShrinks {

        private void fallsTo(int cores) {
            node.origin = new BatchAmount(cores * 1000L, (long) cores << 31);
        }

        private void takes(YarnAmount capability) {
            node.capability = capability;
            node.told = capability;
            later(Duration.ofSeconds(1));
            later(Duration.ofSeconds(1));
        }

        @Test
        void memoryGoesFirstWithTheShortGraceThenCpuWithTheLongOne() {
            next();
            fallsTo(6);

            next();
            assertThat(sent()).containsExactly(sent(new YarnAmount(10, 6_144), PRESSURE));
            assertThat(node.written).isEqualTo(HALF);

            takes(new YarnAmount(10, 6_144));
            assertThat(node.written).isEqualTo(new YarnAmount(10, 6_144));
            next();
            assertThat(sent()).containsExactly(sent(new YarnAmount(3, 6_144), Duration.ofMinutes(10)));
            takes(new YarnAmount(3, 6_144));
            assertThat(node.written).isEqualTo(new YarnAmount(3, 6_144));
        }

        @Test
        void cpuOfRunningContainersIsGivenBackBeforeMemoryIsTakenInAHurry() {
            node.used = new YarnAmount(8, 8_192);
            next();
            node.origin = new BatchAmount(6_000, 40L << 30);
            next();
            takes(new YarnAmount(6, 20_480));
            later(Duration.ofSeconds(1));
            assertThat(step.waitsFor()).isEqualTo(WaitReason.CONTAINERS);

            node.origin = new BatchAmount(6_000, 6L << 30);
            later(Duration.ofSeconds(1));

            assertThat(sent()).containsExactly(sent(new YarnAmount(8, 6_144), PRESSURE));
        }

        @Test
        void releasesOnlyWhatContainersLeave() {
            node.used = new YarnAmount(8, 16_384);
            node.mayGrow = false;
            next();
            node.origin = new BatchAmount(20_000, 12L << 30);
            next();
            YarnAmount goal = new YarnAmount(10, 12_288);
            assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(goal);

            node.capability = goal;
            later(Duration.ofSeconds(1));
            later(Duration.ofSeconds(1));
            assertThat(step.waitsFor()).isEqualTo(WaitReason.CONTAINERS);
            node.told = goal;
            later(Duration.ofSeconds(1));
            assertThat(node.written).isEqualTo(new YarnAmount(10, 16_384));
            node.used = new YarnAmount(5, 9_000);
            later(Duration.ofSeconds(1));
            assertThat(node.written).isEqualTo(goal);
            later(Duration.ofSeconds(1));
            assertThat(notices()).containsExactly(Notice.SHRUNK);
        }

        @Test
        void cpuThatComesBackEndsTheDrainAlthoughLessMemoryIsWanted() {
            node.origin = new BatchAmount(20_000, 24L << 30);
            node.used = new YarnAmount(8, 4_096);
            next();
            node.origin = new BatchAmount(2_000, 24L << 30);
            next();
            takes(new YarnAmount(2, state.change().target().memoryMb()));
            later(Duration.ofSeconds(1));
            assertThat(step.waitsFor()).isEqualTo(WaitReason.CONTAINERS);

            node.origin = new BatchAmount(20_000, 24L << 30);
            node.used = new YarnAmount(8, 2_048);
            later(Duration.ofSeconds(30));

            assertThat(step.plan().wanted().memoryMb()).isLessThan(state.lease().memoryMb());
            assertThat(notices()).containsExactly(Notice.GROWING);
            assertThat(state.change().goal().vcores()).isEqualTo(8);
        }

        @Test
        void waitsAsLongAsARestartTakesWhenTheNodeManagerCannotBeAsked() {
            next();
            node.told = null;
            fallsTo(6);
            next();
            node.capability = new YarnAmount(10, 6_144);

            later(Duration.ofSeconds(1));
            later(Duration.ofSeconds(1));
            assertThat(node.written).isEqualTo(HALF);
            later(Duration.ofSeconds(13));
            assertThat(node.written).isEqualTo(HALF);
            later(Duration.ofSeconds(2));
            assertThat(node.written).isEqualTo(new YarnAmount(10, 6_144));
        }

        @Test
        void startsAgainWhenAFailoverBringsTheOldCapabilityBack() {
            next();
            fallsTo(6);
            next();
            node.capability = new YarnAmount(10, 6_144);
            later(Duration.ofSeconds(1));

            node.capability = HALF;
            later(Duration.ofSeconds(2));

            assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(new YarnAmount(10, 6_144));
        }

        @Test
        void keepsTheMinimumWithTheLongGraceWhenTheNodeOffersNothing() {
            next();
            node.origin = null;

            next();

            assertThat(sent()).containsExactly(sent(new YarnAmount(1, 1_024), Duration.ofMinutes(10)));
        }
    }

    @Nested
    class WhenTheReportDiffers {

        @Test
        void shrinksAtOnceWhenTheCapabilityIsAboveTheLease() {
            next();
            node.capability = ALL;

            next();

            assertThat(notices()).contains(Notice.CAPABILITY_DIFFERS);
            assertThat(sent()).containsExactly(sent(HALF, Duration.ofMinutes(10)));
        }

        @Test
        void sendsTheLeaseAgainWhenTheCapabilityIsBelowIt() {
            next();
            node.capability = new YarnAmount(4, 4_096);
            next();

            later(Duration.ofSeconds(2));
            next();

            assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(HALF);
        }

        @Test
        void keepsTheLeaseOfADecommissioningNode() {
            next();
            node.state = ManagerState.DECOMMISSIONING;
            node.capability = new YarnAmount(3, 3_000);
            node.used = new YarnAmount(3, 3_000);

            next();

            assertThat(updates()).isEmpty();
            assertThat(node.written).isEqualTo(HALF);
        }

        @Test
        void neverGrowsANodeWithTwoNodeManagers() {
            yarnWaits();
            secondNodeManager(new YarnAmount(2, 2_048));
            node.written = new YarnAmount(12, 22_528);

            next();

            assertThat(step.actions()).isEmpty();
            assertThat(step.waitsFor()).isEqualTo(WaitReason.AMBIGUOUS_NODE_MANAGER);
        }

        @Test
        void dividesAShrinkAmongTwoNodeManagers() {
            secondNodeManager(HALF);
            node.written = ALL;
            node.demand = new Demand(true, 0, 0, true);
            node.origin = new BatchAmount(8_000, 16L << 30);
            node.used = new YarnAmount(8, 16_384);

            next();

            assertThat(updates())
                    .extracting(UpdateNodeResource::capability)
                    .extracting(YarnAmount::memoryMb)
                    .containsOnly(8_192L);
        }

        @Test
        void takesNeitherOfTwoBelowTheMinimum() {
            secondNodeManager(new YarnAmount(2, 2_048));
            node.written = new YarnAmount(12, 22_528);
            node.origin = BatchAmount.ZERO;

            next();

            assertThat(updates())
                    .extracting(UpdateNodeResource::capability)
                    .extracting(YarnAmount::memoryMb)
                    .containsOnly(1_024L);
        }

        @Test
        void endsAShrinkToTheMinimumThatASecondJoins() {
            node.origin = BatchAmount.ZERO;
            next();
            node.capability = new YarnAmount(1, 1_024);
            secondNodeManager(new YarnAmount(1, 1_024));

            next();
            for (int i = 0; i < 10; i++) {
                later(Duration.ofSeconds(30));
            }

            assertThat(step.waitsFor()).isEqualTo(WaitReason.AMBIGUOUS_NODE_MANAGER);
            assertThat(state.lease()).isEqualTo(new YarnAmount(2, 2_048));
        }
    }
}
