package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
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

class BatchResourceProperties {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Property
    void neverBelowZeroAndNeverAboveTheNode(
            @ForAll("nodes") NodeSnapshot node, @ForAll("strategies") ColocationStrategy strategy) {
        BatchAllotment allotment = BatchResourceCalculator.calculate(node, strategy, NOW);

        assertThat(allotment.milliCpu()).isBetween(0L, node.capacity().milliCpu());
        assertThat(allotment.bytes()).isBetween(0L, node.capacity().bytes());
    }

    @Property
    void moreUsageNeverGivesMoreCapacity(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll("amounts") CpuMemory more) {
        NodeUsage usage = node.usage();
        List<PodUsage> pods = new ArrayList<>(usage.pods());
        if (!pods.isEmpty()) {
            PodUsage first = pods.get(0);
            pods.set(0, new PodUsage(first.key(), first.usage().plus(more), first.lowPriority()));
        }
        NodeUsage busier =
                NodeSamples.usage(usage.updateTime(), usage.system().plus(more), pods, usage.hostHighPriority());

        BatchAllotment before = BatchResourceCalculator.calculate(node, strategy, NOW);
        BatchAllotment after = BatchResourceCalculator.calculate(with(node, node.pods(), busier), strategy, NOW);

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

        BatchAllotment one = BatchResourceCalculator.calculate(node, strategy, NOW);
        BatchAllotment other = BatchResourceCalculator.calculate(with(node, shuffled, node.usage()), strategy, NOW);

        assertThat(other).isEqualTo(one);
    }

    @Property
    void podsAndThirdPartiesTogetherNeverExceedTheOrigin(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll("shares") ThirdPartyShare share) {
        BatchAllotment allotment = BatchResourceCalculator.calculate(node, strategy, NOW);

        BatchSplit split = BatchSplitPlanner.split(allotment, 1, share);

        assertThat(split.podsMicroCpu()).isNotNegative();
        assertThat(split.podsMicroCpu()).isEqualTo(Math.max(split.originMilliCpu() * 1000 - share.microCpu(), 0));
        assertThat(split.podsMilliBytes()).isEqualTo(Math.max(split.originBytes() * 1000 - share.milliBytes(), 0));
    }

    private static NodeSnapshot with(NodeSnapshot node, List<PodDemand> pods, NodeUsage usage) {
        return NodeSamples.with(node, pods, usage);
    }

    @Provide
    Arbitrary<ThirdPartyShare> shares() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 200_000_000L),
                        Arbitraries.longs().between(0, 1L << 49))
                .as((cpu, memory) -> new ThirdPartyShare(cpu, memory, ThirdPartyShare.Source.ANNOTATION));
    }

    @Provide
    Arbitrary<CpuMemory> amounts() {
        return NodeSamples.amounts();
    }

    @Provide
    Arbitrary<ColocationStrategy> strategies() {
        return Strategies.any();
    }

    @Provide
    Arbitrary<NodeSnapshot> nodes() {
        return NodeSamples.nodes(NOW.minusSeconds(10));
    }
}
