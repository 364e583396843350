package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
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
     * @param lastGoodOrigin stands in for an origin annotation that cannot be read
     */
    public static NodeReading of(Node node, @Nullable BatchAmount lastGoodOrigin) {
        List<String> problems = new ArrayList<>();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        Origin origin = origin(node, allocatable, lastGoodOrigin, problems);
        String name = node.getMetadata().getName();
        ThirdPartyEntries entries = ThirdPartyEntries.read(
                name,
                AnnotationCodec.text(node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS)
                        .orElse(null));
        if (entries.problem() != null) {
            problems.add(entries.problem());
        }
        return new NodeReading(
                origin.amount(),
                origin.source(),
                batch(allocatable),
                new BatchAmount(
                                Quantities.milli(allocatable, ResourceNames.CPU),
                                Quantities.value(allocatable, ResourceNames.MEMORY))
                        .clamped(),
                entries,
                share(node, problems),
                problems);
    }

    private record Origin(@Nullable BatchAmount amount, String source) {}

    private static Origin origin(
            Node node,
            @Nullable Map<String, Quantity> allocatable,
            @Nullable BatchAmount lastGood,
            List<String> problems) {
        try {
            Map<String, Quantity> resources = AnnotationCodec.read(
                            node, Annotations.NODE_ORIGIN_ALLOCATABLE, ResourceListDocument.class)
                    .map(ResourceListDocument::resources)
                    .orElse(null);
            if (resources != null) {
                problems.addAll(outOfRange(node, resources));
                return origin(batch(resources), offers(allocatable));
            }
        } catch (BadAnnotationException e) {
            problems.add(e.getMessage() + "; the last good value stays");
            return new Origin(lastGood, "last good annotation");
        } catch (IllegalArgumentException | ArithmeticException e) {
            problems.add("Node/" + node.getMetadata().getName() + ": " + Annotations.NODE_ORIGIN_ALLOCATABLE
                    + " cannot be read, the last good value stays: " + e.getMessage());
            return new Origin(lastGood, "last good annotation");
        }
        return offers(allocatable) ? new Origin(batch(allocatable), "status.allocatable") : new Origin(null, "none");
    }

    /** A computed 0 is published as 0; where colocation is off the manager removes the resource and writes an origin of 0. */
    private static Origin origin(BatchAmount amount, boolean offered) {
        boolean nothing = amount.milliCpu() == 0 && amount.bytes() == 0;
        return nothing && !offered
                ? new Origin(null, "none: the resource was removed")
                : new Origin(amount, "annotation " + Annotations.NODE_ORIGIN_ALLOCATABLE);
    }

    private static List<String> outOfRange(Node node, Map<String, Quantity> resources) {
        List<String> problems = new ArrayList<>();
        for (String name : List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY)) {
            Quantity quantity = resources.get(name);
            BigDecimal amount = quantity == null ? BigDecimal.ZERO : Quantities.decimal(quantity);
            if (amount.signum() < 0 || amount.compareTo(BigDecimal.valueOf(BatchAmount.LIMIT)) > 0) {
                problems.add("Node/" + node.getMetadata().getName() + ": " + Annotations.NODE_ORIGIN_ALLOCATABLE + " "
                        + name + " = " + quantity + ": want 0 to " + BatchAmount.LIMIT
                        + ", the nearest of these counts");
            }
        }
        return problems;
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
