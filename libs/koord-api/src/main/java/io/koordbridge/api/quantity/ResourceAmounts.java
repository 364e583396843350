package io.koordbridge.api.quantity;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A resource list in exact numbers; manager specification section 3. A name that is missing is not the same as zero.
 *
 * @param byName amounts in base units (cores, bytes, pieces), sorted by name
 */
@PureCore
public record ResourceAmounts(Map<String, BigDecimal> byName) {

    /** Nothing. */
    public static final ResourceAmounts NONE = new ResourceAmounts(Map.of());

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final int DIGITS = 9;
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    public ResourceAmounts {
        byName = Collections.unmodifiableMap(new TreeMap<>(byName));
    }

    /** The numbers of a list; absent like empty. */
    public static ResourceAmounts of(@Nullable Map<String, Quantity> quantities) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> amounts.put(name, Quantities.decimal(quantity)));
        }
        return new ResourceAmounts(amounts);
    }

    /** Names that have an amount. */
    public Set<String> names() {
        return byName.keySet();
    }

    /** Whether there is no name at all. */
    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /** The amount of a name, zero when missing. */
    public BigDecimal get(String name) {
        return byName.getOrDefault(name, BigDecimal.ZERO);
    }

    /** Sums over the names of both. */
    public ResourceAmounts plus(ResourceAmounts other) {
        return merged(other, BigDecimal::add);
    }

    /** Differences over the names of both; a name that only the other has goes below zero. */
    public ResourceAmounts minus(ResourceAmounts other) {
        Map<String, BigDecimal> result = new TreeMap<>(byName);
        other.byName.forEach((name, amount) -> result.merge(name, amount.negate(), BigDecimal::add));
        return new ResourceAmounts(result);
    }

    /** The larger amounts over the names of both; a name that only one has keeps its amount. */
    public ResourceAmounts max(ResourceAmounts other) {
        return merged(other, BigDecimal::max);
    }

    private ResourceAmounts merged(ResourceAmounts other, BinaryOperator<BigDecimal> rule) {
        Map<String, BigDecimal> result = new TreeMap<>(byName);
        other.byName.forEach((name, amount) -> result.merge(name, amount, rule));
        return new ResourceAmounts(result);
    }

    /** Only some names. */
    public ResourceAmounts restrictedTo(Collection<String> names) {
        Map<String, BigDecimal> result = new TreeMap<>(byName);
        result.keySet().retainAll(names);
        return new ResourceAmounts(result);
    }

    /** Without the names whose amount is zero. */
    public ResourceAmounts withoutZeros() {
        Map<String, BigDecimal> result = new TreeMap<>(byName);
        result.values().removeIf(amount -> amount.signum() == 0);
        return new ResourceAmounts(result);
    }

    /** Names whose amount is below zero. */
    public Set<String> negative() {
        return byName.entrySet().stream()
                .filter(entry -> entry.getValue().signum() < 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Names of both lists whose amount is above the limit's; a missing name counts zero on either side. */
    public Set<String> above(ResourceAmounts limit) {
        return plus(limit).names().stream()
                .filter(name -> get(name).compareTo(limit.get(name)) > 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Same names with the same values; a missing name is not zero. */
    public boolean sameAs(ResourceAmounts other) {
        return names().equals(other.names())
                && byName.entrySet().stream()
                        .allMatch(entry -> entry.getValue().compareTo(other.get(entry.getKey())) == 0);
    }

    /** As quantities in the form that is usual for each name. */
    public Map<String, Quantity> toQuantities() {
        Map<String, Quantity> quantities = new TreeMap<>();
        byName.forEach((name, amount) -> quantities.put(name, quantity(name, amount)));
        return quantities;
    }

    /** For people: {@code cpu=2,memory=1Gi}. */
    public String text() {
        return toQuantities().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    private static Quantity quantity(String name, BigDecimal amount) {
        BigDecimal milli = amount.multiply(THOUSAND);
        if (milli.stripTrailingZeros().scale() > 0 || milli.abs().compareTo(LARGEST) > 0) {
            BigDecimal shown = amount.scale() > DIGITS ? amount.setScale(DIGITS, RoundingMode.UP) : amount;
            return new Quantity(shown.stripTrailingZeros().toPlainString());
        }
        if (amount.stripTrailingZeros().scale() > 0) {
            return Quantities.ofMilli(milli.longValueExact());
        }
        return isBytes(name)
                ? Quantities.ofBytes(amount.longValueExact())
                : Quantities.ofDecimal(amount.longValueExact());
    }

    private static boolean isBytes(String name) {
        return name.equals(ResourceNames.MEMORY)
                || name.endsWith("storage")
                || name.endsWith("-memory")
                || name.endsWith("/memory")
                || name.startsWith("hugepages-");
    }
}
