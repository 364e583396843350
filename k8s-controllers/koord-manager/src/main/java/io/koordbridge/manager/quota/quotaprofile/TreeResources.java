package io.koordbridge.manager.quota.quotaprofile;

import io.koordbridge.api.quantity.FloatParser;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuotaProfileSpec;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.Rounding;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of a tree offer.
 *
 * @param total of all nodes
 * @param unschedulable the part on nodes that take no pods
 */
@PureCore
public record TreeResources(ResourceAmounts total, ResourceAmounts unschedulable) {

    private static final int MILLI_DIGITS = 3;

    /** The share that a profile takes of its nodes; a ratio that does not count takes all. */
    public TreeResources scaledBy(@Nullable String ratio) {
        return ratio == null
                ? this
                : new TreeResources(scaled(total, factor(ratio)), scaled(unschedulable, factor(ratio)));
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
        OptionalDouble share = FloatParser.read(text);
        return share.isPresent() && share.getAsDouble() > 0 && share.getAsDouble() <= 1
                ? share
                : OptionalDouble.empty();
    }

    private static ResourceAmounts scaled(ResourceAmounts amounts, double factor) {
        Map<String, BigDecimal> scaled = new TreeMap<>();
        amounts.toQuantities().forEach((name, quantity) -> {
            boolean cpu = name.equals(ResourceNames.CPU);
            long whole = cpu ? Quantities.milli(quantity) : Quantities.value(quantity);
            scaled.put(name, BigDecimal.valueOf(Rounding.truncated(whole, factor), cpu ? MILLI_DIGITS : 0));
        });
        return new ResourceAmounts(scaled);
    }
}
