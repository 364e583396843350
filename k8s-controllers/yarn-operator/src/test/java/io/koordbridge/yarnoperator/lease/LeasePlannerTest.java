package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LeasePlannerTest {

    private static final YarnAmount MINIMUM = new YarnAmount(1, 1024);
    private final Observations node = new Observations();

    private LeasePlan plan(SharePolicy policy) {
        PlannerSettings settings =
                new PlannerSettings(policy, 500, 500, 1000, MINIMUM, new BatchAmount(2_000, 4L << 30));
        return LeasePlanner.plan(node.books(), node.used, node.demand, 1, settings, YarnConversion.DEFAULT);
    }

    @Test
    void staticGivesAFixedPartOfTheOrigin() {
        assertThat(plan(SharePolicy.STATIC).wanted()).isEqualTo(new YarnAmount(10, 20_480));
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
