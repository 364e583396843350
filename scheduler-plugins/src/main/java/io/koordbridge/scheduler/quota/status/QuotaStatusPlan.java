package io.koordbridge.scheduler.quota.status;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What differs between an object and what it should show. Amounts are compared as numbers; one that is missing is 0, one that cannot be
 * read differs.
 *
 * @param annotations new texts by key
 * @param used amounts by resource, null for one that goes; null when the status stays
 */
@PureCore
public record QuotaStatusPlan(
        SortedMap<String, String> annotations, @Nullable SortedMap<String, @Nullable Quantity> used) {

    /** The difference, empty if absent. */
    public static Optional<QuotaStatusPlan> of(ElasticQuota object, QuotaSummary summary) {
        SortedMap<String, String> annotations = new TreeMap<>();
        summary.annotations().forEach((key, amounts) -> {
            if (differ(QuotaDocuments.amounts(object, key), amounts)) {
                annotations.put(key, AnnotationCodec.write(written(amounts)));
            }
        });
        Map<String, Quantity> before = Objects.requireNonNullElse(object.used(), Map.of());
        boolean sameUsed = !differ(QuotaDocuments.amounts(before, "status.used"), summary.used());
        return annotations.isEmpty() && sameUsed
                ? Optional.empty()
                : Optional.of(new QuotaStatusPlan(annotations, sameUsed ? null : replaced(before, summary.used())));
    }

    private static SortedMap<String, @Nullable Quantity> replaced(Map<String, Quantity> before, ResourceVector used) {
        SortedMap<String, @Nullable Quantity> now = new TreeMap<>();
        before.keySet().forEach(name -> now.put(name, null));
        now.putAll(written(used));
        return now;
    }

    private static boolean differ(Decoded<ResourceAmounts> shown, ResourceVector now) {
        return !shown.isGood()
                || !QuotaReader.vector(shown.orElse(ResourceAmounts.NONE).byName())
                        .minus(now)
                        .isZero();
    }

    private static SortedMap<String, Quantity> written(ResourceVector amounts) {
        SortedMap<String, Quantity> list = new TreeMap<>();
        amounts.amounts().forEach((name, amount) -> list.put(name, quantity(name, amount)));
        return list;
    }

    private static Quantity quantity(String name, long amount) {
        if (name.equals(ResourceNames.CPU)) {
            return Quantities.ofMilli(amount);
        }
        boolean bytes = name.endsWith(ResourceNames.MEMORY)
                || name.endsWith(ResourceVector.EPHEMERAL_STORAGE)
                || name.startsWith("hugepages-");
        return bytes ? Quantities.ofBytes(amount) : Quantities.ofDecimal(amount);
    }
}
