package io.koordbridge.capacity.stages;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.HeldResources;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.damping.ShownCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.Map;

/** What a node shows of its capacity and what is held of it; only damping looks at it. */
@PureCore
final class ShownCapacities {

    private static final long THOUSAND = 1000;

    private ShownCapacities() {}

    /** The origin and what pods and third parties hold. */
    static ShownCapacity batch(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return ShownCapacity.NOTHING;
        }
        Map<String, Quantity> origin =
                PublishedNode.shown(inputs.node(), Owned.NOTHING).origin();
        Map<String, Long> held = HeldResources.of(inputs.pods());
        return ShownCapacity.ofNormalized(
                Quantities.value(origin, ResourceNames.BATCH_CPU),
                Quantities.value(origin, ResourceNames.BATCH_MEMORY),
                held.getOrDefault(ResourceNames.BATCH_CPU, 0L)
                        + inputs.thirdParties().microCpu() / THOUSAND,
                held.getOrDefault(ResourceNames.BATCH_MEMORY, 0L)
                        + inputs.thirdParties().milliBytes() / THOUSAND,
                ratio(inputs));
    }

    /** The allocatable resources and what pods hold; nothing normalizes them. */
    static ShownCapacity mid(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return ShownCapacity.NOTHING;
        }
        Map<String, Quantity> allocatable = PublishedNode.shown(inputs.node(), Owned.smoothed(MidCapacity.RESOURCES))
                .allocatable();
        Map<String, Long> held = HeldResources.of(inputs.pods());
        return new ShownCapacity(
                Quantities.value(allocatable, ResourceNames.MID_CPU),
                Quantities.value(allocatable, ResourceNames.MID_MEMORY),
                held.getOrDefault(ResourceNames.MID_CPU, 0L),
                held.getOrDefault(ResourceNames.MID_MEMORY, 0L));
    }

    /** The batch resources of the zones by name; their holders are unknown. */
    static Map<String, ShownCapacity> zones(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return Map.of();
        }
        Map<String, ShownCapacity> shown = new HashMap<>();
        TopologyZones.shownBatch(inputs.zones())
                .forEach((zone, amount) -> shown.put(
                        zone, ShownCapacity.ofNormalized(amount.milliCpu(), amount.bytes(), 0, 0, ratio(inputs))));
        return shown;
    }

    private static double ratio(NodeInputs inputs) {
        return NodeRatioDocument.normalization(inputs.annotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO))
                .orElse(1.0);
    }
}
