package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PriorityClass;
import java.time.Instant;
import java.util.List;

/** Nodes, pods and reports for tests. */
public final class DemandFixtures {

    private DemandFixtures() {}

    /** A running pod of class prod. */
    public static PodDemand prod(String name, CpuMemory requests) {
        return new PodDemand(
                "ns", name, true, PriorityClass.PROD, false, requests, CpuMemory.ZERO, CpuMemory.ZERO, List.of());
    }

    /** A running pod of class batch that holds batch resources. */
    public static PodDemand batch(String name, CpuMemory holds) {
        return new PodDemand(
                "ns", name, true, PriorityClass.BATCH, false, CpuMemory.ZERO, holds, CpuMemory.ZERO, List.of());
    }

    /** A running pod of class mid that holds mid resources. */
    public static PodDemand mid(String name, CpuMemory holds) {
        return new PodDemand(
                "ns", name, true, PriorityClass.MID, false, CpuMemory.ZERO, CpuMemory.ZERO, holds, List.of());
    }

    /** A node without reservations. */
    public static NodeSnapshot node(CpuMemory capacity, List<PodDemand> pods, NodeUsage usage) {
        return new NodeSnapshot("n", capacity, capacity, true, CpuMemory.ZERO, pods, usage);
    }

    /** A whole report. */
    public static NodeUsage report(Instant at, CpuMemory system, List<PodUsage> pods) {
        return new NodeUsage(at, true, system, pods, CpuMemory.ZERO, CpuMemory.ZERO, null, CpuMemory.ZERO);
    }
}
