package io.koordbridge.capacity.midresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MidResourceCalculatorTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final CpuMemory CAPACITY = CpuMemory.ofMilliAndBytes(16_000, 64L << 30);

    @Test
    void showsEveryTermOfWhatItOffers() {
        NodeSnapshot node =
                node(true, usage(NOW), List.of(pod(PriorityClass.PROD, 6_000), pod(PriorityClass.MID, 5_000)));

        MidAllotment allotment =
                MidResourceCalculator.calculate(node, Strategies.of("{\"midUnallocatedPercent\": 50}"), NOW);

        MidTerms.Measured terms = allotment.terms().measured();
        assertThat(terms.reclaimed().milliCpu()).isEqualTo(2_000);
        assertThat(allotment.terms().prodPods()).isEqualTo(1);
        assertThat(terms.unallocated().milliCpu()).isEqualTo(16_000 - 1_000 - 6_000);
        assertThat(terms.fromUnallocated().milliCpu()).isEqualTo(4_500);
        assertThat(allotment.milliCpu()).isEqualTo(6_500);
        assertThat(allotment.capped()).isFalse();
        assertThat(allotment.preparation().resources().get(ResourceNames.MID_CPU))
                .contains(new Quantity("6500"));
    }

    @Test
    void failsWithoutAllocatableAndRemovesBothResources() {
        MidAllotment allotment =
                MidResourceCalculator.calculate(node(false, usage(NOW), List.of()), Strategies.of("{}"), NOW);

        assertThat(allotment.failed()).isTrue();
        assertThat(allotment.preparation().resources())
                .isEqualTo(Map.of(ResourceNames.MID_CPU, Optional.empty(), ResourceNames.MID_MEMORY, Optional.empty()));
    }

    @Test
    void stillUsesAReportThatIsExactlyAsOldAsAllowed() {
        NodeSnapshot node = node(true, usage(NOW.minusSeconds(900)), List.of());

        MidAllotment atLimit = MidResourceCalculator.calculate(node, Strategies.of("{}"), NOW);
        MidAllotment after = MidResourceCalculator.calculate(node, Strategies.of("{}"), NOW.plusNanos(1));

        assertThat(atLimit.reason()).isEqualTo(Reason.CALCULATED);
        assertThat(after.reason()).isEqualTo(Reason.NODE_METRIC_STALE);
        assertThat(after.failed()).isFalse();
    }

    @Test
    void offersNoReclaimableResourcesWhileTheUsageOfTheNodeIsUnknown() {
        NodeUsage whole = usage(NOW);
        NodeUsage blind = new NodeUsage(
                NOW, true, whole.system(), List.of(), CpuMemory.ZERO, CpuMemory.ZERO, null, whole.prodReclaimable());

        MidAllotment allotment =
                MidResourceCalculator.calculate(node(true, blind, List.of()), Strategies.of("{}"), NOW);

        assertThat(allotment.reason()).isEqualTo(Reason.CALCULATED);
        assertThat(allotment.milliCpu()).isZero();
        assertThat(allotment.bytes()).isZero();
    }

    private static NodeUsage usage(Instant at) {
        return new NodeUsage(
                at,
                true,
                CpuMemory.ofMilliAndBytes(500, 1L << 30),
                List.of(),
                CpuMemory.ZERO,
                CpuMemory.ofMilliAndBytes(500, 0),
                CpuMemory.ofMilliAndBytes(4_000, 8L << 30),
                CpuMemory.ofMilliAndBytes(2_000, 4L << 30));
    }

    private static PodDemand pod(PriorityClass priority, long milliCpu) {
        return new PodDemand(
                "ns",
                priority.wireName(),
                true,
                priority,
                false,
                CpuMemory.ofMilliAndBytes(milliCpu, 1L << 30),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                List.of());
    }

    private static NodeSnapshot node(boolean allocatableShown, NodeUsage usage, List<PodDemand> pods) {
        return new NodeSnapshot("n", CAPACITY, CAPACITY, allocatableShown, CpuMemory.ZERO, pods, usage);
    }
}
