package io.koordbridge.yarnoperator.conversion;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries of {@link Annotations#NODE_THIRD_PARTY_ALLOCATIONS}: ours is replaced in place or appended, all others and their
 * order stay. YARN specification section 1.5.
 *
 * @param entries in document order; empty when the annotation is absent or unreadable
 * @param problem why the text could not be read, null when it could
 */
@PureCore
public record ThirdPartyEntries(
        List<ThirdPartyAllocation> entries, @Nullable String problem) {

    public ThirdPartyEntries {
        entries = List.copyOf(entries);
    }

    /** Reads the annotation's text; null when the key is absent. */
    public static ThirdPartyEntries read(String nodeName, @Nullable String text) {
        if (text == null) {
            return new ThirdPartyEntries(List.of(), null);
        }
        try {
            ThirdPartyAllocations document = AnnotationCodec.decode(
                    "Node/" + nodeName, Annotations.NODE_THIRD_PARTY_ALLOCATIONS, text, ThirdPartyAllocations.class);
            List<ThirdPartyAllocation> found = document == null ? null : document.allocations();
            ThirdPartyEntries entries = new ThirdPartyEntries(found == null ? List.of() : found, null);
            // Amounts are parsed late; one that is no quantity makes the document unreadable as a whole.
            entries.batchSum();
            entries.entries().forEach(ThirdPartyEntries::canonical);
            return entries;
        } catch (BadAnnotationException | IllegalArgumentException | ArithmeticException e) {
            return new ThirdPartyEntries(List.of(), String.valueOf(e.getMessage()));
        }
    }

    /** The document with our entry set to an amount. */
    public ThirdPartyAllocations withYarn(BatchAmount amount) {
        ThirdPartyAllocation ours = new ThirdPartyAllocation(
                WellKnown.YARN_ALLOCATION_NAME,
                PriorityClass.BATCH.wireName(),
                Map.of(
                        ResourceNames.BATCH_CPU, Quantities.ofDecimal(amount.milliCpu()),
                        ResourceNames.BATCH_MEMORY, Quantities.ofBytes(amount.bytes())));
        List<ThirdPartyAllocation> all = new ArrayList<>();
        boolean placed = false;
        for (ThirdPartyAllocation entry : entries) {
            boolean replaced = !placed && isYarn(entry);
            all.add(replaced ? ours : canonical(entry));
            placed |= replaced;
        }
        if (!placed) {
            all.add(ours);
        }
        return new ThirdPartyAllocations(all);
    }

    /** Our entry, the first of its name. */
    public Optional<ThirdPartyAllocation> yarn() {
        return entries.stream().filter(ThirdPartyEntries::isYarn).findFirst();
    }

    /** What our entry reserves. */
    public Optional<BatchAmount> yarnAmount() {
        return yarn().map(ThirdPartyEntries::amount);
    }

    /** What all other entries of batch priority hold. */
    public BatchAmount others() {
        BatchAmount sum = BatchAmount.ZERO;
        boolean oursSeen = false;
        for (ThirdPartyAllocation entry : entries) {
            boolean ours = !oursSeen && isYarn(entry);
            oursSeen |= ours;
            if (!ours && PriorityClass.BATCH.wireName().equals(entry.priority())) {
                sum = sum.plus(amount(entry)).clamped();
            }
        }
        return sum;
    }

    /** Sum by resource name over all entries of batch priority. */
    public Map<String, Quantity> batchSum() {
        Map<String, Quantity> sum = new TreeMap<>();
        for (ThirdPartyAllocation entry : entries) {
            if (PriorityClass.BATCH.wireName().equals(entry.priority()) && entry.resources() != null) {
                entry.resources()
                        .forEach((name, quantity) -> sum.merge(name, canonical(quantity), ThirdPartyEntries::sum));
            }
        }
        return sum;
    }

    private static boolean isYarn(ThirdPartyAllocation entry) {
        return WellKnown.YARN_ALLOCATION_NAME.equals(entry.name());
    }

    private static BatchAmount amount(ThirdPartyAllocation entry) {
        return new BatchAmount(
                        Quantities.value(entry.resources(), ResourceNames.BATCH_CPU),
                        Quantities.value(entry.resources(), ResourceNames.BATCH_MEMORY))
                .clamped();
    }

    private static ThirdPartyAllocation canonical(ThirdPartyAllocation entry) {
        if (entry.resources() == null) {
            return entry;
        }
        Map<String, Quantity> resources = new TreeMap<>();
        entry.resources().forEach((name, quantity) -> resources.put(name, canonical(quantity)));
        return new ThirdPartyAllocation(entry.name(), entry.priority(), resources);
    }

    /** Rewriting someone else's entry does not change what a reader compares. */
    private static Quantity canonical(Quantity quantity) {
        return ExactQuantity.of(quantity).toQuantity();
    }

    private static Quantity sum(Quantity first, Quantity second) {
        return ExactQuantity.of(first).plus(ExactQuantity.of(second)).toQuantity();
    }
}
