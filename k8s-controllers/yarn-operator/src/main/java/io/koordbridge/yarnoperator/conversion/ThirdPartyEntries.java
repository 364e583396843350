package io.koordbridge.yarnoperator.conversion;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.policy.amount.BatchAmount;
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
 * @param shown what the next document is made from: what the annotation shows, or the last good entries where it cannot be read
 * @param counted what others hold; where an entry is wrong, its last good version
 * @param problem why the text could not be read, null when it could
 */
@PureCore
public record ThirdPartyEntries(
        ThirdParties shown, ThirdParties counted, @Nullable String problem) {

    /**
     * Takes what was read.
     *
     * @param last what counted before, null when nothing did
     */
    public static ThirdPartyEntries of(Decoded<ThirdParties> read, @Nullable ThirdParties last) {
        ThirdParties found = read.value();
        if (found != null) {
            return new ThirdPartyEntries(found, found.withLastGood(last), null);
        }
        String problem =
                read.problems().stream().findFirst().map(WireProblem::message).orElse(null);
        ThirdParties kept = problem == null || last == null ? ThirdParties.NONE : last;
        return new ThirdPartyEntries(kept, kept, problem);
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
        for (ThirdPartyAllocation entry : shown.entries()) {
            boolean replaced = !placed && isYarn(entry);
            all.add(replaced ? ours : canonical(entry));
            placed |= replaced;
        }
        if (!placed) {
            all.add(ours);
        }
        return new ThirdPartyAllocations(all);
    }

    /** What our entry reserves: the first of its name, if it counts. Nothing is known of one that cannot be read. */
    public Optional<BatchAmount> yarnAmount() {
        return problem != null
                ? Optional.empty()
                : shown.entries().stream()
                        .filter(ThirdPartyEntries::isYarn)
                        .findFirst()
                        .filter(ThirdPartyEntries::counts)
                        .map(ThirdPartyEntries::amount);
    }

    /** What all other entries of batch priority hold. */
    public BatchAmount others() {
        BatchAmount sum = BatchAmount.ZERO;
        boolean oursSeen = false;
        for (ThirdPartyAllocation entry : counted.entries()) {
            boolean ours = !oursSeen && isYarn(entry);
            oursSeen |= ours;
            if (!ours && counts(entry)) {
                sum = sum.plus(amount(entry)).clamped();
            }
        }
        return sum;
    }

    private static boolean counts(ThirdPartyAllocation entry) {
        return PriorityClass.BATCH.wireName().equals(entry.priority());
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
}
