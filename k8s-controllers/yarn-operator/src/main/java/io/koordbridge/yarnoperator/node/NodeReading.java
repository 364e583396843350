package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.conversion.ThirdPartyEntries;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The batch resources of a Node object.
 *
 * @param origin null when the node offers none
 * @param originUnreadable whether the origin cannot be read and none was read before: it is unknown then
 * @param originSource where the origin was found
 * @param published what the status offers to pods
 * @param capacity the node's native allocatable
 * @param entries third-party entries
 * @param shareThousandths share of the node's label, null without one
 * @param problems what could not be read, one sentence each with object, field and value
 */
@PureCore
public record NodeReading(
        @Nullable BatchAmount origin,
        boolean originUnreadable,
        String originSource,
        BatchAmount published,
        BatchAmount capacity,
        ThirdPartyEntries entries,
        @Nullable Integer shareThousandths,
        List<String> problems) {

    public NodeReading {
        problems = List.copyOf(problems);
    }

    /**
     * Reads a Node.
     *
     * @param lastGoodOrigin stands in for an origin annotation with a problem
     * @param lastThirdParties stand in for what is wrong of third parties
     */
    public static NodeReading of(
            Node node, @Nullable BatchAmount lastGoodOrigin, @Nullable ThirdParties lastThirdParties) {
        List<String> problems = new ArrayList<>();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        Decoded<Origin> readOrigin = Origin.read(node);
        Offer origin = origin(readOrigin, allocatable, lastGoodOrigin);
        problems.addAll(NodeProblems.of(node, readOrigin));
        Decoded<ThirdParties> thirdParties = ThirdParties.read(node);
        problems.addAll(NodeProblems.of(node, thirdParties));
        return new NodeReading(
                origin.amount(),
                origin.amount() == null && readOrigin.value() == null && !readOrigin.isGood(),
                origin.source(),
                batch(allocatable),
                new BatchAmount(
                                Quantities.milli(allocatable, ResourceNames.CPU),
                                Quantities.value(allocatable, ResourceNames.MEMORY))
                        .clamped(),
                ThirdPartyEntries.of(thirdParties, lastThirdParties),
                share(node, problems),
                problems);
    }

    private record Offer(@Nullable BatchAmount amount, String source) {}

    private static Offer origin(
            Decoded<Origin> read, @Nullable Map<String, Quantity> allocatable, @Nullable BatchAmount lastGood) {
        Origin found = read.value();
        if (!read.isGood() && (lastGood != null || found == null)) {
            return new Offer(lastGood, lastGood == null ? "unknown: cannot be read" : "last good annotation");
        }
        if (found != null) {
            return origin(batch(found.resources()), offers(allocatable));
        }
        return offers(allocatable) ? new Offer(batch(allocatable), "status.allocatable") : new Offer(null, "none");
    }

    /** A computed 0 is published as 0; where colocation is off the manager removes the resource and writes an origin of 0. */
    private static Offer origin(BatchAmount amount, boolean offered) {
        boolean nothing = amount.milliCpu() == 0 && amount.bytes() == 0;
        return nothing && !offered
                ? new Offer(null, "none: the resource was removed")
                : new Offer(amount, "annotation " + Annotations.NODE_ORIGIN_ALLOCATABLE);
    }

    private static boolean offers(@Nullable Map<String, Quantity> allocatable) {
        return allocatable != null && allocatable.get(ResourceNames.BATCH_CPU) != null;
    }

    private static BatchAmount batch(@Nullable Map<String, Quantity> resources) {
        return new BatchAmount(
                        Quantities.value(resources, ResourceNames.BATCH_CPU),
                        Quantities.value(resources, ResourceNames.BATCH_MEMORY))
                .clamped();
    }

    private static @Nullable Integer share(Node node, List<String> problems) {
        Map<String, String> labels = node.getMetadata().getLabels();
        String text = labels == null ? null : labels.get(Labels.NODE_YARN_SHARE);
        if (text == null) {
            return null;
        }
        try {
            BigDecimal share = new BigDecimal(text.trim());
            if (share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0) {
                return share.movePointRight(3).intValue();
            }
        } catch (NumberFormatException e) {
            // Falls through to the same message as a number out of range.
        }
        problems.add("Node/" + node.getMetadata().getName() + ": label " + Labels.NODE_YARN_SHARE + " = '" + text
                + "': must be a number from 0 to 1, the configured share applies");
        return null;
    }
}
