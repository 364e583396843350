package io.koordbridge.colo.table;

import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Orders of lines by an amount: the biggest first, unknown ones last. */
@PureCore
public final class AmountOrder {

    private AmountOrder() {}

    /** By the amount; equal ones as the other order has them. */
    public static <N> Comparator<N> biggestFirst(Function<N, @Nullable BigDecimal> amount, Comparator<N> otherwise) {
        Comparator<@Nullable BigDecimal> order = Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder());
        Comparator<N> byAmount = (left, right) -> order.compare(amount.apply(left), amount.apply(right));
        return byAmount.thenComparing(otherwise);
    }

    /** By one of a line's two amounts. */
    public static <N> Comparator<N> biggestFirst(
            SortResource resource,
            Function<N, @Nullable Long> cpu,
            Function<N, @Nullable Long> memory,
            Comparator<N> otherwise) {
        Function<N, @Nullable Long> chosen = resource == SortResource.CPU ? cpu : memory;
        return biggestFirst(
                line -> {
                    Long value = chosen.apply(line);
                    return value == null ? null : BigDecimal.valueOf(value);
                },
                otherwise);
    }
}
