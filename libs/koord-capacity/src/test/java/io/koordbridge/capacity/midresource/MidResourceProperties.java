package io.koordbridge.capacity.midresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSamples;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MidResourceProperties {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Property
    void neverBelowZeroAndNeverAboveTheNode(
            @ForAll("nodes") NodeSnapshot node, @ForAll("strategies") ColocationStrategy strategy) {
        MidAllotment allotment = MidResourceCalculator.calculate(node, strategy, NOW);

        assertThat(allotment.isReset()).isFalse();
        assertThat(allotment.milliCpu()).isBetween(0L, node.capacity().milliCpu());
        assertThat(allotment.bytes()).isBetween(0L, node.capacity().bytes());
    }

    @Property
    void moreUsageNeverGivesMoreCapacity(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll("amounts") CpuMemory more) {
        NodeUsage usage = node.usage();
        NodeUsage busier = new NodeUsage(
                usage.updateTime(),
                true,
                usage.system().plus(more),
                usage.pods(),
                usage.hostHighPriority(),
                usage.hostProd().plus(more),
                usage.node() == null ? null : usage.node().plus(more),
                usage.prodReclaimable());

        MidAllotment before = MidResourceCalculator.calculate(node, strategy, NOW);
        MidAllotment after =
                MidResourceCalculator.calculate(NodeSamples.with(node, node.pods(), busier), strategy, NOW);

        assertThat(after.milliCpu()).isLessThanOrEqualTo(before.milliCpu());
        assertThat(after.bytes()).isLessThanOrEqualTo(before.bytes());
    }

    @Property
    void theOrderOfPodsDoesNotMatter(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll Random random) {
        List<PodDemand> shuffled = new ArrayList<>(node.pods());
        Collections.shuffle(shuffled, random);

        MidAllotment one = MidResourceCalculator.calculate(node, strategy, NOW);
        MidAllotment other =
                MidResourceCalculator.calculate(NodeSamples.with(node, shuffled, node.usage()), strategy, NOW);

        assertThat(other).isEqualTo(one);
    }

    @Provide
    Arbitrary<CpuMemory> amounts() {
        return NodeSamples.amounts();
    }

    @Provide
    Arbitrary<NodeSnapshot> nodes() {
        return NodeSamples.nodes(NOW.minusSeconds(10));
    }

    @Provide
    Arbitrary<ColocationStrategy> strategies() {
        Arbitrary<Integer> percents = Arbitraries.integers().between(0, 100);
        Arbitrary<Integer> fixed = Arbitraries.integers().between(0, 10_000);
        return Combinators.combine(Arbitraries.of("static", "", "dynamic"), percents, percents, percents, fixed)
                .as((mode, cpu, memory, unallocated, share) ->
                        Strategies.of("""
                        {"enable": true, "midReclaimMode": "%s", "midCPUThresholdPercent": %d,
                         "midMemoryThresholdPercent": %d, "midUnallocatedPercent": %d,
                         "midStaticCPUReservedPercent": %d, "midStaticMemoryReservedPercent": %d}
                        """.formatted(mode, cpu, memory, unallocated, share, share)));
    }
}
