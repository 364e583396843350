package io.koordbridge.scheduler.resource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by resource name in whole base units: cpu in milli-cores, all others as they are counted (bytes, batch milli-cores,
 * devices). Resources that the scheduler does not count are dropped; deprecated names are replaced by today's.
 *
 * @param amounts by resource name
 */
@PureCore
public record ResourceVector(SortedMap<String, Long> amounts) {

    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    public static final ResourceVector EMPTY = new ResourceVector(new TreeMap<>());

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final Map<String, String> RENAMED = Map.of(
            "koordinator.sh/batch-cpu", ResourceNames.BATCH_CPU,
            "koordinator.sh/batch-memory", ResourceNames.BATCH_MEMORY);

    public ResourceVector {
        amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    }

    /** The countable part of a resource list. */
    public static ResourceVector ofQuantities(@Nullable Map<String, Quantity> list) {
        Map<String, BigDecimal> exact = new TreeMap<>();
        if (list != null) {
            list.forEach((name, quantity) -> exact.put(name, Quantities.decimal(quantity)));
        }
        return ofExact(exact);
    }

    /** The countable part of exact amounts: cpu in cores, all others in their own unit; rounded up. */
    public static ResourceVector ofExact(Map<String, BigDecimal> exact) {
        SortedMap<String, Long> amounts = new TreeMap<>();
        exact.forEach((name, amount) -> {
            if (isCounted(name)) {
                BigDecimal inUnits = name.equals(ResourceNames.CPU) ? amount.multiply(THOUSAND) : amount;
                amounts.put(name, Quantities.value(new Quantity(inUnits.toPlainString())));
            }
        });
        RENAMED.forEach((old, today) -> {
            Long amount = amounts.remove(old);
            if (amount != null) {
                amounts.putIfAbsent(today, amount);
            }
        });
        return new ResourceVector(amounts);
    }

    /** Whether a container that does not ask for the resource is taken to use some all the same. */
    public static boolean isNative(String name) {
        return name.equals(ResourceNames.CPU) || name.equals(ResourceNames.MEMORY);
    }

    /** Whether the amount of a resource is kept beside cpu, memory and ephemeral storage. */
    public static boolean isScalar(String name) {
        return name.indexOf('/') >= 0 || name.startsWith("hugepages-") || name.startsWith("attachable-volumes-");
    }

    private static boolean isCounted(String name) {
        return isNative(name) || name.equals(EPHEMERAL_STORAGE) || isScalar(name);
    }

    /** The amount of a resource, 0 when there is none. */
    public long get(String name) {
        Long amount = amounts.get(name);
        return amount == null ? 0 : amount;
    }

    /** The names that have an amount, 0 included. */
    public Set<String> names() {
        return amounts.keySet();
    }

    /** Sum by name; a sum beyond 63 bits stays at the largest number. */
    public ResourceVector plus(ResourceVector other) {
        return merged(other, ResourceVector::saturatedSum);
    }

    /** The larger amount of each name. */
    public ResourceVector max(ResourceVector other) {
        return merged(other, Math::max);
    }

    /** For every name of this vector what is left after taking the other's amount away, at least 0. */
    public ResourceVector minusClipped(ResourceVector other) {
        SortedMap<String, Long> left = new TreeMap<>();
        amounts.forEach((name, amount) -> left.put(name, Math.max(0, amount - other.get(name))));
        return new ResourceVector(left);
    }

    private ResourceVector merged(ResourceVector other, LongBinaryOperator operator) {
        SortedMap<String, Long> all = new TreeMap<>(amounts);
        other.amounts.forEach((name, amount) -> all.merge(name, amount, operator::applyAsLong));
        return new ResourceVector(all);
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
