package io.koordbridge.capacity.stages;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.HeldResources;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.Map;

/** What a node shows of its capacity and what is held of it, by resource; only damping looks at it. */
@PureCore
final class ShownCapacities {

    private static final long THOUSAND = 1000;

    private ShownCapacities() {}

    /** The origin and what pods and third parties hold. */
    static Map<String, Shown> batch(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return Map.of();
        }
        Map<String, Quantity> origin =
                PublishedNode.shown(inputs.node(), Owned.NOTHING).origin();
        long heldMilliCpu = inputs.thirdParties().microCpu() / THOUSAND;
        long heldBytes = inputs.thirdParties().milliBytes() / THOUSAND;
        return Map.of(
                ResourceNames.BATCH_CPU,
                        shown(inputs, origin, ResourceNames.BATCH_CPU, heldMilliCpu)
                                .before(ratio(inputs)),
                ResourceNames.BATCH_MEMORY, shown(inputs, origin, ResourceNames.BATCH_MEMORY, heldBytes));
    }

    /** The allocatable resources and what pods hold; nothing normalizes them. */
    static Map<String, Shown> mid(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return Map.of();
        }
        Map<String, Quantity> allocatable = PublishedNode.shown(inputs.node(), Owned.smoothed(MidCapacity.RESOURCES))
                .allocatable();
        return Map.of(
                ResourceNames.MID_CPU, shown(inputs, allocatable, ResourceNames.MID_CPU, 0),
                ResourceNames.MID_MEMORY, shown(inputs, allocatable, ResourceNames.MID_MEMORY, 0));
    }

    /** The batch resources of the zones by name; their holders are unknown. */
    static Map<String, Map<String, Shown>> zones(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return Map.of();
        }
        Map<String, Map<String, Shown>> shown = new HashMap<>();
        TopologyZones.shownBatch(inputs.zones()).forEach((zone, amount) -> shown.put(zone, zone(inputs, amount)));
        return shown;
    }

    private static Map<String, Shown> zone(NodeInputs inputs, CpuMemory amount) {
        return Map.of(
                ResourceNames.BATCH_CPU,
                new Shown(amount.milliCpu(), 0).before(ratio(inputs)),
                ResourceNames.BATCH_MEMORY,
                new Shown(amount.bytes(), 0));
    }

    private static Shown shown(NodeInputs inputs, Map<String, Quantity> amounts, String resource, long heldByOthers) {
        long heldByPods = HeldResources.of(inputs.pods()).getOrDefault(resource, 0L);
        return new Shown(Quantities.value(amounts, resource), heldByPods + heldByOthers);
    }

    private static double ratio(NodeInputs inputs) {
        return NodeRatioDocument.normalization(inputs.annotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO))
                .orElse(1.0);
    }
}
