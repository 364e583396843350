package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Batch resources as a Node shows them.
 *
 * @param capacity status.capacity, batch resources only
 * @param allocatable status.allocatable, batch resources only
 * @param origin resources of the origin annotation, batch resources only
 */
@PureCore
public record BatchPublication(
        Map<String, Quantity> capacity, Map<String, Quantity> allocatable, Map<String, Quantity> origin) {

    public BatchPublication {
        capacity = Map.copyOf(capacity);
        allocatable = Map.copyOf(allocatable);
        origin = Map.copyOf(origin);
    }

    /** What a Node shows. */
    public static BatchPublication shown(
            @Nullable Map<String, Quantity> capacity,
            @Nullable Map<String, Quantity> allocatable,
            Map<String, Quantity> origin) {
        return new BatchPublication(batchOnly(capacity), batchOnly(allocatable), batchOnly(origin));
    }

    /** What a split wants a Node to show. */
    public static BatchPublication wanted(BatchSplit split) {
        Map<String, Quantity> pods = split.offered()
                ? Map.of(
                        ResourceNames.BATCH_CPU, ofThousandths(split.podsMicroCpu(), false),
                        ResourceNames.BATCH_MEMORY, ofThousandths(split.podsMilliBytes(), true))
                : Map.of();
        Map<String, Quantity> origin = Map.of(
                ResourceNames.BATCH_CPU, Quantities.ofDecimal(split.originMilliCpu()),
                ResourceNames.BATCH_MEMORY, Quantities.ofBytes(split.originBytes()));
        return new BatchPublication(pods, pods, origin);
    }

    /** Amounts by value, the form that is compared. */
    boolean sameAs(BatchPublication other) {
        return milli(capacity).equals(milli(other.capacity))
                && milli(allocatable).equals(milli(other.allocatable))
                && milli(origin).equals(milli(other.origin));
    }

    private static Map<String, Long> milli(Map<String, Quantity> list) {
        Map<String, Long> amounts = new TreeMap<>();
        list.forEach((name, quantity) -> amounts.put(name, Quantities.milli(quantity)));
        return amounts;
    }

    private static Map<String, Quantity> batchOnly(@Nullable Map<String, Quantity> list) {
        Map<String, Quantity> batch = new TreeMap<>();
        if (list != null) {
            putIfPresent(batch, ResourceNames.BATCH_CPU, list);
            putIfPresent(batch, ResourceNames.BATCH_MEMORY, list);
        }
        return batch;
    }

    private static void putIfPresent(Map<String, Quantity> into, String name, Map<String, Quantity> list) {
        Quantity quantity = list.get(name);
        if (quantity != null) {
            into.put(name, Objects.requireNonNull(quantity));
        }
    }

    private static Quantity ofThousandths(long thousandths, boolean bytes) {
        if (thousandths % 1000 != 0) {
            return new Quantity(thousandths + "m");
        }
        return bytes ? Quantities.ofBytes(thousandths / 1000) : Quantities.ofDecimal(thousandths / 1000);
    }
}
