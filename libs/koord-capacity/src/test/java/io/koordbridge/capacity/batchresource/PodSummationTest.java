package io.koordbridge.capacity.batchresource;

import static io.koordbridge.capacity.batchresource.DemandFixtures.batch;
import static io.koordbridge.capacity.batchresource.DemandFixtures.prod;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodSummationTest {

    private static final CpuMemory NONE = CpuMemory.ZERO;

    private static CpuMemory amount(long milliCpu, long gibibytes) {
        return CpuMemory.ofMilliAndBytes(milliCpu, gibibytes << 30);
    }

    private static PodSums sum(boolean missingCountInMax, List<PodDemand> pods, PodUsage... metrics) {
        NodeUsage report = DemandFixtures.report(Instant.EPOCH, NONE, List.of(metrics));
        PodSummation sums = new PodSummation(missingCountInMax);
        PodSummation.through(
                DemandFixtures.node(amount(64_000, 256), pods, report), report, sums::addPod, sums::addDangling);
        return sums.total();
    }

    @Test
    void addsRequestsUsageAndTheLargerOfBoth() {
        PodSums sums = sum(
                false,
                List.of(prod("a", amount(2_000, 4)), prod("b", amount(1_000, 1))),
                new PodUsage("ns/a", amount(500, 5), false),
                new PodUsage("ns/b", amount(1_500, 0), false));

        assertThat(sums.request()).isEqualTo(amount(3_000, 5));
        assertThat(sums.used()).isEqualTo(amount(2_000, 5));
        assertThat(sums.max()).isEqualTo(amount(3_500, 6));
        assertThat(sums.counts()).isEqualTo(new PodSums.Counts(2, 0, 0, 0));
    }

    @Test
    void countsAPodWithoutMetricInTheMaximumOfZonesOnly() {
        List<PodDemand> pods = List.of(prod("a", amount(2_000, 4)));

        PodSums ofNode = sum(false, pods);
        PodSums ofZone = sum(true, pods);

        assertThat(ofNode.used()).isEqualTo(amount(2_000, 4)).isEqualTo(ofZone.used());
        assertThat(ofNode.max()).isEqualTo(NONE);
        assertThat(ofZone.max()).isEqualTo(amount(2_000, 4));
        assertThat(ofNode.counts().podsWithoutMetric()).isEqualTo(1);
    }

    @Test
    void countsMetricsWithoutPodUnlessTheyAreOfLowPriority() {
        PodSums sums = sum(
                false,
                List.of(),
                new PodUsage("ns/gone", amount(700, 1), false),
                new PodUsage("ns/spark", amount(9_000, 9), true));

        assertThat(sums.dangling()).isEqualTo(amount(700, 1));
        assertThat(sums.used()).isEqualTo(amount(700, 1)).isEqualTo(sums.max());
        assertThat(sums.request()).isEqualTo(NONE);
        assertThat(sums.counts()).isEqualTo(new PodSums.Counts(0, 0, 0, 1));
    }

    @Test
    void takesTheMetricOfABatchPodAsItsOwn() {
        PodSums sums = sum(
                false, List.of(batch("spark", amount(4_000, 8))), new PodUsage("ns/spark", amount(3_000, 3), false));

        assertThat(sums).isEqualTo(new PodSums(NONE, NONE, NONE, NONE, new PodSums.Counts(0, 0, 0, 0)));
    }

    @Test
    void countsTheRequestWhereTheUsageIsNotKnown() {
        CpuMemory noCpu = new CpuMemory(-1, 3L << 30);
        List<PodDemand> pods = List.of(prod("a", amount(2_000, 4)));

        PodSums negative = sum(false, pods, new PodUsage("ns/a", amount(-30_000, 1), false));
        PodSums neither = sum(false, pods, new PodUsage("ns/a", new CpuMemory(-1, -1), false));

        assertThat(noCpu.orIfNegative(amount(2_000, 4))).isEqualTo(new CpuMemory(2_000_000_000L, 3L << 30));
        assertThat(negative.used()).isEqualTo(amount(2_000, 1));
        assertThat(negative.max()).isEqualTo(amount(2_000, 4));
        assertThat(neither.used()).isEqualTo(amount(2_000, 4)).isEqualTo(neither.max());
        assertThat(neither.counts().podsWithoutMetric()).isZero();
        assertThat(neither.counts().usageNotKnown()).isEqualTo(1);
    }

    @Test
    void aNegativeMetricWithoutPodFreesNothing() {
        PodSums sums = sum(
                false,
                List.of(prod("a", amount(2_000, 4))),
                new PodUsage("ns/a", amount(1_000, 1), false),
                new PodUsage("ns/gone", amount(-1_000_000, -1_000), false));

        assertThat(sums.used()).isEqualTo(amount(1_000, 1));
        assertThat(sums.dangling()).isEqualTo(NONE);
    }

    @Test
    void theLastOfTwoEntriesCountsAndABadOneIsTheRequest() {
        PodSums sums = sum(
                false,
                List.of(prod("a", amount(2_000, 4))),
                new PodUsage("ns/a", amount(500, 1), false),
                new PodUsage("ns/a", new CpuMemory(-1, -1), false));

        assertThat(sums.used()).isEqualTo(amount(2_000, 4));
    }
}
