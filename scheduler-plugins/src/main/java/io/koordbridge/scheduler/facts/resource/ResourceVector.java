package io.koordbridge.scheduler.facts.resource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Amounts;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by resource name in whole base units: cpu in milli-cores, all others as they are counted (bytes, batch milli-cores,
 * devices). Resources that the scheduler does not count are dropped; deprecated names are replaced by today's.
 *
 * <p>Immutable. Names are sorted and interned; amounts stand beside them in an array, because a pod has two or three and a
 * cluster has many pods.
 */
@PureCore
public final class ResourceVector implements Amounts {

    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    public static final ResourceVector EMPTY = new ResourceVector(new String[0], new long[0]);

    /** As many names are faster looked at one by one; a pod of a tenant may have thousands. */
    private static final int FEW = 16;

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final Map<String, String> RENAMED = Map.of(
            "koordinator.sh/batch-cpu", ResourceNames.BATCH_CPU,
            "koordinator.sh/batch-memory", ResourceNames.BATCH_MEMORY);

    private final String[] names;
    private final long[] amounts;

    private ResourceVector(String[] names, long[] amounts) {
        this.names = names;
        this.amounts = amounts;
    }

    /** These amounts by resource name. */
    public static ResourceVector of(Map<String, Long> amounts) {
        String[] names = amounts.keySet().stream().sorted().map(String::intern).toArray(String[]::new);
        long[] values = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            Long amount = amounts.get(names[i]);
            values[i] = amount == null ? 0 : amount;
        }
        return names.length == 0 ? EMPTY : new ResourceVector(names, values);
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
        Map<String, Long> amounts = new TreeMap<>();
        exact.forEach((name, amount) -> {
            if (isCounted(name)) {
                BigDecimal inUnits = name.equals(ResourceNames.CPU) ? amount.multiply(THOUSAND) : amount;
                amounts.put(name, new ExactQuantity(inUnits, ExactQuantity.Form.DECIMAL).value());
            }
        });
        RENAMED.forEach((old, today) -> {
            Long amount = amounts.remove(old);
            if (amount != null) {
                amounts.putIfAbsent(today, amount);
            }
        });
        return of(amounts);
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

    @Override
    public long get(String name) {
        if (names.length > FEW) {
            int at = Arrays.binarySearch(names, name);
            return at < 0 ? 0 : amounts[at];
        }
        int hash = name.hashCode();
        for (int i = 0; i < names.length; i++) {
            if (names[i].hashCode() == hash && names[i].equals(name)) {
                return amounts[i];
            }
        }
        return 0;
    }

    /** Sorted. */
    @Override
    public List<String> names() {
        return List.of(names);
    }

    /** The amounts by name, for printing. */
    public SortedMap<String, Long> amounts() {
        SortedMap<String, Long> map = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], amounts[i]);
        }
        return Collections.unmodifiableSortedMap(map);
    }

    /** Whether an amount is too large to be subtracted again after it was added. */
    public boolean saturated() {
        for (long amount : amounts) {
            if (amount == Long.MAX_VALUE || amount == Long.MIN_VALUE) {
                return true;
            }
        }
        return false;
    }

    /** Sum by name; a sum beyond 63 bits stays at the largest number. */
    public ResourceVector plus(ResourceVector other) {
        return merged(other, ResourceVector::saturatedSum);
    }

    /** Difference by name, for sums that are not {@link #saturated()}; a name that only the other has counts as 0 here. */
    public ResourceVector minus(ResourceVector other) {
        return merged(other, (a, b) -> a - b);
    }

    /** The larger amount of each name; a name that only one of them has counts as 0 in the other. */
    public ResourceVector max(ResourceVector other) {
        return merged(other, Math::max);
    }

    /** Whether no amount differs from 0. */
    public boolean isZero() {
        for (long amount : amounts) {
            if (amount != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether no amount is larger than that of the same name there; names that only one of them has do not matter. */
    public boolean fitsIn(ResourceVector limit) {
        for (int i = 0; i < names.length; i++) {
            if (limit.has(names[i]) && amounts[i] > limit.get(names[i])) {
                return false;
            }
        }
        return true;
    }

    /** The amounts whose names another vector has as well. */
    public ResourceVector masked(ResourceVector other) {
        if (Arrays.equals(names, other.names)) {
            return this;
        }
        SortedMap<String, Long> kept = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            if (other.has(names[i])) {
                kept.put(names[i], amounts[i]);
            }
        }
        return kept.size() == names.length ? this : of(kept);
    }

    /** The amounts whose names are in a list. */
    public ResourceVector masked(List<String> others) {
        SortedMap<String, Long> kept = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            if (others.contains(names[i])) {
                kept.put(names[i], amounts[i]);
            }
        }
        return kept.size() == names.length ? this : of(kept);
    }

    /** The same names with other amounts. */
    public ResourceVector mapped(ToLongFunction<String> amount) {
        long[] mapped = new long[amounts.length];
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = amount.applyAsLong(names[i]);
        }
        return new ResourceVector(names, mapped);
    }

    /** Whether there is an amount of a resource, 0 included. */
    public boolean has(String name) {
        return Arrays.binarySearch(names, name) >= 0;
    }

    /** For every name of this vector the smaller amount; one that the other does not have stays as it is. */
    public ResourceVector limitedBy(ResourceVector limit) {
        long[] limited = new long[amounts.length];
        for (int i = 0; i < limited.length; i++) {
            limited[i] = limit.has(names[i]) ? Math.min(amounts[i], limit.get(names[i])) : amounts[i];
        }
        return new ResourceVector(names, limited);
    }

    /** The amounts of the other, and those of this vector that it does not have. */
    public ResourceVector replacedBy(ResourceVector other) {
        String[] all = union(names, other.names);
        long[] values = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            values[i] = other.has(all[i]) ? other.get(all[i]) : get(all[i]);
        }
        return new ResourceVector(all, values);
    }

    /** For every name of this vector what is left after taking the other's amount away, at least 0. */
    public ResourceVector minusClipped(ResourceVector other) {
        long[] left = new long[amounts.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = Math.max(0, amounts[i] - other.get(names[i]));
        }
        return new ResourceVector(names, left);
    }

    private ResourceVector merged(ResourceVector other, LongBinaryOperator operator) {
        String[] all = Arrays.equals(names, other.names) ? names : union(names, other.names);
        long[] values = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            values[i] = operator.applyAsLong(get(all[i]), other.get(all[i]));
        }
        return new ResourceVector(all, values);
    }

    private static String[] union(String[] one, String[] two) {
        String[] all = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, all, one.length, two.length);
        Arrays.sort(all);
        int kept = 0;
        for (String name : all) {
            if (kept == 0 || !all[kept - 1].equals(name)) {
                all[kept++] = name;
            }
        }
        return Arrays.copyOf(all, kept);
    }

    /** The sum; beyond 63 bits the largest or smallest number. */
    public static long saturatedSum(long a, long b) {
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        return overflow ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResourceVector vector
                && Arrays.equals(names, vector.names)
                && Arrays.equals(amounts, vector.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return amounts().toString();
    }
}
