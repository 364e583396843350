package io.koordbridge.manager.quotaprofile;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.quantity.FloatTexts;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuotaProfileSpec;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.selection.LabelSelectors;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What the nodes of a tree offer.
 *
 * @param total of all nodes
 * @param unschedulable the part on nodes that take no pods
 */
@PureCore
public record TreeResources(ResourceAmounts total, ResourceAmounts unschedulable) {

    private static final int MILLI_DIGITS = 3;

    /** Adds up the nodes that a profile selects; no selector selects none. */
    public static TreeResources of(ElasticQuotaProfileSpec spec, Collection<Node> nodes) {
        ResourceAmounts total = ResourceAmounts.NONE;
        ResourceAmounts unschedulable = ResourceAmounts.NONE;
        for (Node node : nodes) {
            if (LabelSelectors.matches(spec.nodeSelector(), node.getMetadata().getLabels())) {
                ResourceAmounts offered = ResourceAmounts.of(
                        node.getStatus() == null ? null : node.getStatus().getAllocatable());
                total = total.plus(offered);
                unschedulable = takesPods(node) ? unschedulable : unschedulable.plus(offered);
            }
        }
        String ratio = spec.resourceRatio();
        return ratio == null
                ? new TreeResources(total, unschedulable)
                : new TreeResources(scaled(total, factor(ratio)), scaled(unschedulable, factor(ratio)));
    }

    private static boolean takesPods(Node node) {
        boolean cordoned =
                node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
        boolean ready = node.getStatus() != null
                && node.getStatus().getConditions() != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
        return ready && !cordoned;
    }

    /** Why the ratio of a profile does not count; the whole of the nodes does. */
    static Optional<String> unreadRatio(ElasticQuotaProfileSpec spec) {
        String text = spec.resourceRatio();
        return text == null || share(text).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "spec.resourceRatio = '" + text + "', allowed: a number above 0 and up to 1, such as 0.9");
    }

    /** A ratio above 0 and up to 1; anything else is 1. */
    private static double factor(String text) {
        return share(text).orElse(1);
    }

    private static OptionalDouble share(String text) {
        OptionalDouble share = FloatTexts.read(text);
        return share.isPresent() && share.getAsDouble() > 0 && share.getAsDouble() <= 1
                ? share
                : OptionalDouble.empty();
    }

    private static ResourceAmounts scaled(ResourceAmounts amounts, double factor) {
        Map<String, BigDecimal> scaled = new TreeMap<>();
        amounts.toQuantities().forEach((name, quantity) -> {
            boolean cpu = name.equals(ResourceNames.CPU);
            long whole = cpu ? Quantities.milli(quantity) : Quantities.value(quantity);
            scaled.put(name, BigDecimal.valueOf((long) (whole * factor), cpu ? MILLI_DIGITS : 0));
        });
        return new ResourceAmounts(scaled);
    }
}
