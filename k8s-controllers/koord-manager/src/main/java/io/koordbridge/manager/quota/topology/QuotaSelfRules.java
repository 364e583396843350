package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.quota.QuotaLimits;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What must hold for a quota on its own. */
@PureCore
final class QuotaSelfRules {

    private QuotaSelfRules() {}

    /** The first rule that is broken. */
    static Optional<String> violation(ElasticQuota quota) {
        Decoded<QuotaLimits> limits = QuotaDocuments.limits(quota);
        QuotaLimits read = limits.orElse(QuotaLimits.NONE);
        return problem(limits)
                .or(() -> problem(QuotaDocuments.amounts(quota, Annotations.QUOTA_SHARED_WEIGHT)))
                .or(() -> minAgainstMax(read.min(), read.max()))
                .or(() -> usedAgainstMax(quota, read.max()));
    }

    private static Optional<String> problem(Decoded<?> read) {
        return read.problems().stream().map(WireProblem::message).findFirst();
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
        Decoded<List<String>> strict = QuotaDocuments.names(quota, Annotations.QUOTA_STRICT_MAX_KEYS);
        if (!strict.isGood()) {
            return problem(strict);
        }
        ResourceAmounts used =
                QuotaDocuments.amounts(quota.used(), "status.used").orElse(ResourceAmounts.NONE);
        for (String name : strict.orElse(List.of())) {
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
