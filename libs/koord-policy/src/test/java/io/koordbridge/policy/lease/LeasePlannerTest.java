package io.koordbridge.policy.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LeasePlannerTest {

    private static final YarnAmount MINIMUM = new YarnAmount(1, 1024);
    private final NodeAtRest node = new NodeAtRest();

    private LeasePlan plan(SharePolicy policy) {
        PlannerConfig settings = new PlannerConfig(
                policy, 500, 500, 1000, MINIMUM, YarnAmount.ZERO, 1, new BatchAmount(2_000, 4L << 30));
        return LeasePlanner.plan(
                node.books(), node.used, node.masters, node.demand, 1, settings, YarnConversion.DEFAULT);
    }

    @Test
    void staticGivesAFixedPartOfTheOrigin() {
        assertThat(plan(SharePolicy.STATIC).wanted()).isEqualTo(new YarnAmount(10, 20_480));
    }

    @Test
    void aFewMegabytesLessChangeNothing() {
        PlannerConfig stepped = new PlannerConfig(
                SharePolicy.YARN_FIRST, 500, 500, 1000, MINIMUM, YarnAmount.ZERO, 512, BatchAmount.ZERO);
        node.pods = new BatchAmount(0, 10L << 20);
        LeasePlan before = LeasePlanner.plan(
                node.books(), node.used, node.masters, node.demand, 1, stepped, YarnConversion.DEFAULT);

        node.pods = new BatchAmount(0, 400L << 20);

        LeasePlan after = LeasePlanner.plan(
                node.books(), node.used, node.masters, node.demand, 1, stepped, YarnConversion.DEFAULT);
        assertThat(after.wanted()).isEqualTo(before.wanted());
        assertThat(after.limit()).isEqualTo(before.limit());
        assertThat(after.limit().memoryMb() % 512).isZero();
    }

    @Test
    void aStepNeverTakesWhatIsInUseAndFits() {
        PlannerConfig stepped = new PlannerConfig(
                SharePolicy.YARN_FIRST, 500, 500, 1000, MINIMUM, YarnAmount.ZERO, 4096, BatchAmount.ZERO);
        node.pods = new BatchAmount(0, 35L << 30);
        node.used = new YarnAmount(2, 5_000);

        LeasePlan plan = LeasePlanner.plan(
                node.books(), node.used, node.masters, node.demand, 1, stepped, YarnConversion.DEFAULT);

        assertThat(plan.limit().memoryMb()).isEqualTo(5_000);
    }

    @Test
    void labelOfTheNodeReplacesTheConfiguredShare() {
        node.share = 250;

        assertThat(plan(SharePolicy.STATIC).wanted()).isEqualTo(new YarnAmount(5, 10_240));
    }

    @Test
    void neverPlansIntoWhatPodsHave() {
        node.pods = new BatchAmount(15_500, 35L << 30);

        LeasePlan plan = plan(SharePolicy.STATIC);

        assertThat(plan.wanted()).isEqualTo(new YarnAmount(4, 5_120));
        assertThat(plan.limit()).isEqualTo(new YarnAmount(4, 5_120));
    }

    @Test
    void demandGivesAllFreeCapacityWhenOnlyYarnWaits() {
        node.pods = new BatchAmount(4_000, 8L << 30);
        node.demand = new Demand(true, 3, 4096, false);

        assertThat(plan(SharePolicy.DEMAND).wanted()).isEqualTo(new YarnAmount(16, 32_768));
    }

    @Test
    void demandKeepsToWhatIsUsedWhenOnlyPodsWait() {
        node.used = new YarnAmount(3, 5_000);
        node.demand = new Demand(true, 0, 0, true);

        assertThat(plan(SharePolicy.DEMAND).wanted()).isEqualTo(new YarnAmount(3, 5_000));
    }

    @Test
    void unknownDemandIsNotTakenForNone() {
        node.demand = new Demand(false, 0, 0, true);

        assertThat(plan(SharePolicy.DEMAND).wanted()).isEqualTo(new YarnAmount(10, 20_480));
    }

    @Test
    void podsFirstKeepsAHeadroomButNotFromRunningContainers() {
        node.used = new YarnAmount(19, 1_024);

        assertThat(plan(SharePolicy.PODS_FIRST).wanted()).isEqualTo(new YarnAmount(19, 36_864));
    }

    @Test
    void keepsTheMinimumOfANodeThatOffersNothing() {
        node.origin = null;

        LeasePlan plan = plan(SharePolicy.DEMAND);

        assertThat(plan.wanted()).isEqualTo(MINIMUM);
        assertThat(plan.limit()).isEqualTo(MINIMUM);
    }

    @Test
    void aRoomThatLacksAMegabyteForTheMastersIsTheirs() {
        node.used = new YarnAmount(8, 20_480);
        node.masters = new YarnAmount(3, 6_144);
        node.pods = node.origin.minus(new BatchAmount(20_000, 6_143L << 20));

        for (SharePolicy policy : SharePolicy.values()) {
            assertThat(plan(policy).minimum()).isEqualTo(new YarnAmount(3, 6_143));
            assertThat(plan(policy).wanted().memoryMb()).isEqualTo(6_143);
        }
    }

    @Property
    void planFitsBesidePodsAndThirdPartiesOrIsTheMinimum(
            @ForAll @LongRange(min = 0, max = 300_000) long originCpu,
            @ForAll @LongRange(min = 0, max = 1L << 40) long originBytes,
            @ForAll @LongRange(min = 0, max = 300_000) long podCpu,
            @ForAll @LongRange(min = 0, max = 1L << 40) long podBytes,
            @ForAll @IntRange(min = 0, max = 300) int usedVcores,
            @ForAll SharePolicy policy) {
        node.origin = new BatchAmount(originCpu, originBytes);
        node.pods = new BatchAmount(podCpu, podBytes);
        node.used = new YarnAmount(usedVcores, usedVcores * 1024L);

        YarnAmount wanted = plan(policy).wanted();

        BatchAmount sold = YarnConversion.DEFAULT.toBatch(wanted).plus(node.pods);
        assertThat(MINIMUM.fitsIn(wanted)).isTrue();
        assertThat(sold.milliCpu() <= originCpu || wanted.vcores() == MINIMUM.vcores())
                .isTrue();
        assertThat(sold.bytes() <= originBytes || wanted.memoryMb() == MINIMUM.memoryMb())
                .isTrue();
    }
}
