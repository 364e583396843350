package io.koordbridge.capacity.sum;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one published amount came about.
 *
 * @param resource name on the node
 * @param reason why there is an amount, or none
 * @param steps in order; empty when nothing was calculated
 */
public record Sum(String resource, String unit, String reason, List<Step> steps) {

    public Sum {
        steps = List.copyOf(steps);
    }

    /** What the node ought to show, null when the resource is removed. */
    public @Nullable BigDecimal result() {
        return steps.isEmpty() ? null : steps.get(steps.size() - 1).value();
    }
}
