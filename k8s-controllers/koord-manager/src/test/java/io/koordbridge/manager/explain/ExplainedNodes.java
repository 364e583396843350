package io.koordbridge.manager.explain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Pods, reports and settings of explained nodes. */
final class ExplainedNodes {

    private static final Instant PASS = Instant.parse("2026-03-01T10:00:00Z");

    private ExplainedNodes() {}

    /** A running pod of class prod. */
    static PodDemand prod(String name, CpuMemory requests) {
        return new PodDemand(
                "ns", name, true, PriorityClass.PROD, false, requests, CpuMemory.ZERO, CpuMemory.ZERO, List.of());
    }

    /** A whole report. */
    static NodeUsage report(Instant at, CpuMemory system, List<PodUsage> pods) {
        return new NodeUsage(at, true, system, pods, CpuMemory.ZERO, CpuMemory.ZERO, null, CpuMemory.ZERO);
    }

    /** Normalization by one ratio, no amplification. */
    private static NodeInputs.Settings settings(String normalization) {
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
    private static NodeResourceTopology topology() {
        NodeResourceTopology topology = new NodeResourceTopology();
        topology.setMetadata(new ObjectMetaBuilder()
                .withName("n")
                .addToAnnotations(Annotations.NRT_CPU_BASIC_INFO, "{}")
                .build());
        return topology;
    }

    /** A topology of three zones, one without memory. */
    private static NodeResourceTopology zonedTopology() {
        ZoneResource cpu = new ZoneResource("cpu", new Quantity("16"), new Quantity("16"), new Quantity("16"));
        ZoneResource memory =
                new ZoneResource("memory", new Quantity("64Gi"), new Quantity("64Gi"), new Quantity("64Gi"));
        NodeResourceTopology topology = topology();
        topology.setZones(List.of(
                new Zone("node-0", "Node", null, List.of(cpu, memory)),
                new Zone("node-1", "Node", null, List.of(cpu, memory)),
                new Zone("node-2", "Node", null, List.of(cpu))));
        return topology;
    }

    /** The plan of a node whose report has just come. */
    static NodePlan plan(Node node, String strategy, NodeUsage usage, List<PodDemand> pods, ThirdPartyShare third) {
        State state = ColocationConfigReader.next(State.INITIAL, Map.of(ColocationSchemas.KEY, strategy))
                .state();
        return NodeResourcePass.plan(
                new NodeInputs(
                        node,
                        EffectiveStrategy.of(
                                state.config(), Map.of(), node.getMetadata().getAnnotations()),
                        pods,
                        new NodeReport(null, usage, PASS),
                        zonedTopology(),
                        null,
                        settings(node.getMetadata().getAnnotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO)),
                        third,
                        new NodeInputs.Before(PassMemory.at(PASS), null, CpuMemory.ZERO),
                        PASS),
                ResourceStages.ALL);
    }
}
