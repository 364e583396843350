package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PriorityClass;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random nodes with pods and a report, for properties of calculators. */
public final class NodeSamples {

    private NodeSamples() {}

    /** The node with other pods and another report. */
    public static NodeSnapshot with(NodeSnapshot node, List<PodDemand> pods, NodeUsage usage) {
        return new NodeSnapshot(
                node.name(),
                node.capacity(),
                node.allocatable(),
                node.allocatableShown(),
                node.annotationReserved(),
                pods,
                usage);
    }

    /** A whole report without anything about reclaimable resources. */
    public static NodeUsage usage(Instant updateTime, CpuMemory system, List<PodUsage> pods, CpuMemory host) {
        return new NodeUsage(updateTime, true, system, pods, host, host, system, CpuMemory.ZERO);
    }

    /** Up to 64 cores and 128 GiB. */
    public static Arbitrary<CpuMemory> amounts() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 64_000_000_000L),
                        Arbitraries.longs().between(0, 1L << 47))
                .as(CpuMemory::new);
    }

    /** Nodes whose report has the given time. */
    public static Arbitrary<NodeSnapshot> nodes(Instant reportedAt) {
        Arbitrary<CpuMemory> capacity = Combinators.combine(
                        Arbitraries.longs().between(1, 256), Arbitraries.longs().between(1, 1024))
                .as((cores, gibibytes) -> CpuMemory.ofMilliAndBytes(cores * 1000, gibibytes << 30));
        Arbitrary<List<PodUsage>> metrics = podUsages().list().ofMaxSize(15).uniqueElements(PodUsage::key);
        Arbitrary<List<PodDemand>> pods = podDemands().list().ofMaxSize(15).uniqueElements(PodDemand::name);
        Arbitrary<NodeUsage> usage = Combinators.combine(
                        amounts(), metrics, amounts(), amounts(), amounts().injectNull(0.2), amounts())
                .as((system, list, host, hostProd, node, reclaimable) ->
                        new NodeUsage(reportedAt, true, system, list, host, hostProd, node, reclaimable));
        return Combinators.combine(capacity, amounts(), pods, usage)
                .as((total, reserved, list, report) ->
                        new NodeSnapshot("n", total, total.minus(reserved), true, CpuMemory.ZERO, list, report));
    }

    private static Arbitrary<PodUsage> podUsages() {
        return Combinators.combine(Arbitraries.integers().between(0, 20), amounts(), Arbitraries.of(true, false))
                .as((id, usage, low) -> new PodUsage("ns/p" + id, usage, low));
    }

    private static Arbitrary<PodDemand> podDemands() {
        Arbitrary<PriorityClass> classes =
                Arbitraries.of(PriorityClass.PROD, PriorityClass.MID, PriorityClass.BATCH, PriorityClass.FREE);
        Arbitrary<List<Integer>> numaNodes =
                Arbitraries.integers().between(-1, 8).list().ofMaxSize(3);
        return Combinators.combine(
                        Arbitraries.integers().between(0, 20),
                        Arbitraries.of(true, true, false),
                        classes,
                        Arbitraries.of(true, false),
                        amounts(),
                        numaNodes)
                .as((id, active, priority, exclusive, requests, numa) -> new PodDemand(
                        "ns", "p" + id, active, priority, exclusive, requests, CpuMemory.ZERO, CpuMemory.ZERO, numa));
    }
}
