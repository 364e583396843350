package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.manager.quota.topology.QuotaAnnotations.Read;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What must hold for a quota on its own. */
@PureCore
final class QuotaSelfRules {

    private QuotaSelfRules() {}

    /** The first rule that is broken. */
    static Optional<String> violation(ElasticQuota quota) {
        ElasticQuotaSpec spec = quota.getSpec() == null ? new ElasticQuotaSpec(null, null) : quota.getSpec();
        ResourceAmounts min = ResourceAmounts.of(spec.min());
        ResourceAmounts max = ResourceAmounts.of(spec.max());
        return negative("spec.max", max)
                .or(() -> negative("spec.min", min))
                .or(() -> weight(quota))
                .or(() -> minAgainstMax(min, max))
                .or(() -> usedAgainstMax(quota, max));
    }

    private static Optional<String> negative(String where, ResourceAmounts amounts) {
        Set<String> names = amounts.negative();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(where + " " + amounts.restrictedTo(names).text() + ", allowed: 0 or more");
    }

    private static Optional<String> weight(ElasticQuota quota) {
        Read<Map<String, Quantity>> weight = QuotaAnnotations.resources(quota, Annotations.QUOTA_SHARED_WEIGHT);
        return weight.accepted()
                .map(list -> negative("annotation " + Annotations.QUOTA_SHARED_WEIGHT, ResourceAmounts.of(list)))
                .orElseGet(() -> Optional.of(weight.problem()));
    }

    private static Optional<String> minAgainstMax(ResourceAmounts min, ResourceAmounts max) {
        for (String name : min.names()) {
            if (!max.names().contains(name)) {
                return Optional.of("spec.min names " + name + ", spec.max does not");
            }
            if (min.get(name).compareTo(max.get(name)) > 0) {
                return Optional.of("spec.min " + min.restrictedTo(Set.of(name)).text() + " is more than spec.max "
                        + max.restrictedTo(Set.of(name)).text());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> usedAgainstMax(ElasticQuota quota, ResourceAmounts max) {
        Read<List<String>> strict = QuotaAnnotations.texts(quota, Annotations.QUOTA_STRICT_MAX_KEYS);
        if (strict.accepted().isEmpty()) {
            return Optional.of(strict.problem());
        }
        ResourceAmounts used = ResourceAmounts.of(quota.used());
        for (String name : strict.accepted().get()) {
            boolean counted = used.names().contains(name);
            boolean covered = max.names().contains(name) && max.get(name).compareTo(used.get(name)) >= 0;
            if (counted && !covered) {
                return Optional.of("spec.max " + max.restrictedTo(Set.of(name)).text() + " does not cover status.used "
                        + used.restrictedTo(Set.of(name)).text());
            }
        }
        return Optional.empty();
    }
}
