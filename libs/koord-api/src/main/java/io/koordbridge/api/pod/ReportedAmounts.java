package io.koordbridge.api.pod;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The largest amount of each resource that a status reports, and the resources of which it reports none that can be used. */
final class ReportedAmounts {

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Map<String, BigDecimal> largest = new TreeMap<>();
    private final Set<String> unusable = new HashSet<>();

    void add(@Nullable Map<String, Quantity> list) {
        if (list == null) {
            return;
        }
        list.forEach((name, quantity) -> {
            BigDecimal amount = usable(quantity);
            if (amount == null) {
                unusable.add(name);
            } else {
                largest.merge(name, amount, BigDecimal::max);
            }
        });
    }

    private static @Nullable BigDecimal usable(@Nullable Quantity quantity) {
        if (quantity == null) {
            return null;
        }
        try {
            BigDecimal amount = Quantities.decimal(quantity);
            return amount.signum() < 0 || amount.compareTo(MOST) > 0 ? null : amount;
        } catch (IllegalArgumentException notAQuantity) {
            return null;
        }
    }

    /** Takes amounts off that the status includes. */
    void minus(Map<String, Quantity> included) {
        included.forEach((name, quantity) -> largest.computeIfPresent(
                name,
                (same, amount) -> amount.subtract(Quantities.decimal(quantity)).max(BigDecimal.ZERO)));
    }

    /**
     * The amounts with those of the spec, whichever is larger.
     *
     * @param withoutSpec whether the spec counts only for resources that the status reports unusably
     */
    Map<String, BigDecimal> with(Map<String, Quantity> spec, boolean withoutSpec) {
        spec.forEach((name, quantity) -> {
            if (!withoutSpec || (unusable.contains(name) && !largest.containsKey(name))) {
                largest.merge(name, Quantities.decimal(quantity), BigDecimal::max);
            }
        });
        return largest;
    }
}
