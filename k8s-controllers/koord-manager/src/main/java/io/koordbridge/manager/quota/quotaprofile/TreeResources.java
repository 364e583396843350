package io.koordbridge.manager.quota.quotaprofile;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.Rounding;
import java.math.BigDecimal;
import java.util.Map;
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

    /** The share that a profile takes of its nodes; a ratio that does not count takes all. */
    public TreeResources scaledBy(Decoded<Double> ratio) {
        double factor = ratio.orElse(1.0);
        return ratio.isAbsent() ? this : new TreeResources(scaled(total, factor), scaled(unschedulable, factor));
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
