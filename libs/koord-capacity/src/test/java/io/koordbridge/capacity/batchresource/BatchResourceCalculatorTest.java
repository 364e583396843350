package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node of 10 cores and 100 GiB, one core and 4 GiB of it not allocatable, with a margin of 40 %. */
class BatchResourceCalculatorTest {

    private static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");
    private static final ColocationStrategy STRATEGY = Strategies.of(
            "{\"cpuReclaimThresholdPercent\": 60, \"memoryReclaimThresholdPercent\": 60, \"degradeTimeMinutes\": 15}");

    private static CpuMemory amount(long milliCpu, long gibibytes) {
        return CpuMemory.ofMilliAndBytes(milliCpu, gibibytes << 30);
    }

    private static NodeSnapshot node(@Nullable NodeUsage usage, PodDemand... pods) {
        return new NodeSnapshot(
                "n", amount(10_000, 100), amount(9_000, 96), true, CpuMemory.ZERO, List.of(pods), usage);
    }

    private static NodeUsage usage(Instant at, PodUsage... pods) {
        return NodeSamples.usage(at, amount(500, 10), List.of(pods), CpuMemory.ZERO);
    }

    private static PodDemand pod(String name, PriorityClass priority, boolean active, CpuMemory requests) {
        return new PodDemand("ns", name, active, priority, false, requests, CpuMemory.ZERO, CpuMemory.ZERO, List.of());
    }

    private static BatchAllotment calculate(NodeSnapshot node) {
        return BatchResourceCalculator.calculate(node, STRATEGY, NOW);
    }

    @Test
    void offersWhatProdPodsDoNotUse() {
        NodeUsage usage = usage(NOW, new PodUsage("ns/prod", amount(2_000, 20), false));

        BatchAllotment allotment = calculate(node(usage, pod("prod", PriorityClass.PROD, true, amount(4_000, 40))));

        // 10,000 - 4,000 margin - 1,000 reserved - 2,000 used; 100 - 40 - 10 - 20 GiB.
        assertThat(allotment.milliCpu()).isEqualTo(3_000);
        assertThat(allotment.bytes()).isEqualTo(30L << 30);
        assertThat(allotment.reason()).isEqualTo(Reason.CALCULATED);
        assertThat(allotment.usageAt()).isEqualTo(NOW);
    }

    @Test
    void countsTheRequestsOfAPodWithoutAMetric() {
        BatchAllotment allotment = calculate(node(usage(NOW), pod("new", PriorityClass.PROD, true, amount(4_000, 40))));

        assertThat(allotment.milliCpu()).isEqualTo(1_000);
        assertThat(allotment.terms().pods().counts().podsWithoutMetric()).isEqualTo(1);
    }

    @Test
    void countsNeitherRequestsNorUsageOfBatchPods() {
        NodeUsage usage = usage(NOW, new PodUsage("ns/batch", amount(3_000, 30), true));

        BatchAllotment allotment = calculate(node(usage, pod("batch", PriorityClass.BATCH, true, amount(4_000, 40))));

        assertThat(allotment.milliCpu()).isEqualTo(5_000);
        assertThat(allotment.terms().pods().counts().highPriorityPods()).isZero();
    }

    @Test
    void countsTheUsageOfAPodThatEndedUntilItLeavesTheReport() {
        NodeUsage usage = usage(NOW, new PodUsage("ns/done", amount(1_500, 15), false));

        BatchAllotment allotment = calculate(node(usage, pod("done", PriorityClass.PROD, false, amount(4_000, 40))));

        assertThat(allotment.milliCpu()).isEqualTo(3_500);
        assertThat(allotment.terms().pods().dangling()).isEqualTo(amount(1_500, 15));
        assertThat(allotment.terms().pods().counts().danglingMetrics()).isEqualTo(1);
    }

    @Test
    void resetsWithoutAReport() {
        assertThat(calculate(node(null)).reason()).isEqualTo(Reason.NODE_METRIC_MISSING);
        assertThat(calculate(node(NodeUsage.NEVER_REPORTED)).reason()).isEqualTo(Reason.NODE_METRIC_NEVER_REPORTED);
    }

    @Test
    void resetsWhenTheReportIsOlderThanTheStrategyAllows() {
        Duration limit = Duration.ofMinutes(15);

        assertThat(calculate(node(usage(NOW.minus(limit)))).reason()).isEqualTo(Reason.CALCULATED);
        BatchAllotment stale = calculate(node(usage(NOW.minus(limit).minusSeconds(1))));
        assertThat(stale.reason()).isEqualTo(Reason.NODE_METRIC_STALE);
        assertThat(stale.isReset()).isTrue();
        assertThat(stale.milliCpu()).isZero();
    }
}
