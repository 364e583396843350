package io.koordbridge.manager.explain;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Pods, reports and settings of explained nodes. */
final class ExplainedNodes {

    private ExplainedNodes() {}

    /** A running pod of class prod. */
    static PodDemand prod(String name, CpuMemory requests) {
        return new PodDemand(
                "ns", name, true, PriorityClass.PROD, false, requests, CpuMemory.ZERO, CpuMemory.ZERO, List.of());
    }

    /** A running pod of class batch that holds batch resources. */
    static PodDemand batch(String name, CpuMemory holds) {
        return new PodDemand(
                "ns", name, true, PriorityClass.BATCH, false, CpuMemory.ZERO, holds, CpuMemory.ZERO, List.of());
    }

    /** A whole report. */
    static NodeUsage report(Instant at, CpuMemory system, List<PodUsage> pods) {
        return new NodeUsage(at, true, system, pods, CpuMemory.ZERO, CpuMemory.ZERO, null, CpuMemory.ZERO);
    }

    /** Normalization by one ratio, no amplification. */
    static NodeInputs.Settings settings(String normalization) {
        Map<String, String> data = Map.of(
                NodeRatioSchemas.NORMALIZATION.key(), "{\"enable\":true,\"defaultRatio\":" + normalization + "}");
        return new NodeInputs.Settings(
                KeyState.initial(NodeRatioSchemas.NORMALIZATION)
                        .next(NodeRatioSchemas.NORMALIZATION, data)
                        .state(),
                KeyState.initial(NodeRatioSchemas.AMPLIFICATION),
                false);
    }

    /** A topology that tells nothing of its CPU. */
    static NodeResourceTopology topology() {
        NodeResourceTopology topology = new NodeResourceTopology();
        topology.setMetadata(new ObjectMetaBuilder()
                .withName("n")
                .addToAnnotations(Annotations.NRT_CPU_BASIC_INFO, "{}")
                .build());
        return topology;
    }
}
