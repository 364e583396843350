package io.koordbridge.capacity.stages;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.NodeProtection.State;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a node may still show while nothing may grow: no resource more than it shows now; product design section 3.12. */
@PureCore
final class ShownLimit {

    private static final long THOUSAND = 1000;

    private ShownLimit() {}

    /**
     * Why resources are removed: the node has been without protection for too long, or it shows none of them, so that there is
     * nothing that could stay.
     *
     * @param calculated why the calculation gave an amount, or none
     */
    static Optional<Reason> removes(NodeInputs inputs, List<String> resources, Reason calculated) {
        NodeProtection protection = inputs.protection();
        if (calculated != Reason.CALCULATED || !protection.growsNot()) {
            return Optional.empty();
        }
        Map<String, Quantity> shown =
                PublishedNode.shown(inputs.node(), Owned.smoothed(resources)).allocatable();
        if (!protection.offersNothing() && !shown.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(protection.state() == State.STALE ? Reason.NODE_METRIC_STALE : Reason.UNPROTECTED);
    }

    /**
     * The whole is limited by the origin that the node shows, and the pods' part by its resources.
     *
     * @param growsNot whether it is limited at all
     */
    static BatchSplit batch(NodeInputs inputs, boolean growsNot, BatchSplit split) {
        if (!growsNot || !split.offered()) {
            return split;
        }
        PublishedNode shown = PublishedNode.shown(inputs.node(), Owned.smoothed(BatchCapacity.RESOURCES));
        return new BatchSplit(
                true,
                Math.min(split.originMilliCpu(), origin(shown, ResourceNames.BATCH_CPU)),
                Math.min(split.originBytes(), origin(shown, ResourceNames.BATCH_MEMORY)),
                split.thirdParty(),
                Math.min(split.podsMicroCpu(), thousandths(shown.allocatable(), ResourceNames.BATCH_CPU)),
                Math.min(split.podsMilliBytes(), thousandths(shown.allocatable(), ResourceNames.BATCH_MEMORY)));
    }

    /** Each amount is limited by what the node shows. */
    static MidAllotment mid(NodeInputs inputs, MidAllotment mid) {
        if (!inputs.protection().growsNot() || mid.isReset()) {
            return mid;
        }
        Map<String, Quantity> shown = PublishedNode.shown(inputs.node(), Owned.smoothed(MidCapacity.RESOURCES))
                .allocatable();
        return mid.publishing(
                Math.min(mid.milliCpu(), thousandths(shown, ResourceNames.MID_CPU) / THOUSAND),
                Math.min(mid.bytes(), thousandths(shown, ResourceNames.MID_MEMORY) / THOUSAND));
    }

    /** Where another manager wrote no origin, what pods are offered is the whole. */
    private static long origin(PublishedNode shown, String resource) {
        Map<String, Quantity> from = shown.origin().containsKey(resource) ? shown.origin() : shown.allocatable();
        return thousandths(from, resource) / THOUSAND;
    }

    private static long thousandths(Map<String, Quantity> list, String resource) {
        return Math.max(Quantities.milli(list, resource), 0);
    }
}
