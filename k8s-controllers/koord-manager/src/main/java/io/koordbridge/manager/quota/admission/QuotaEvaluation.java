package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.quota.QuotaLimits;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fits a pod into what its quota has left. */
@PureCore
public final class QuotaEvaluation {

    /** A quota that limits none of these limits no pod. */
    private static final Set<String> LIMITED = Set.of(
            ResourceNames.CPU,
            ResourceNames.MEMORY,
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.ephemeral-storage",
            ResourceNames.BATCH_CPU,
            ResourceNames.BATCH_MEMORY,
            ResourceNames.MID_CPU,
            ResourceNames.MID_MEMORY,
            "koordinator.sh/gpu",
            "nvidia.com/gpu",
            "koordinator.sh/gpu.shared",
            "koordinator.sh/gpu-memory-ratio");

    private QuotaEvaluation() {}

    /**
     * Why a demand does not fit, empty when it does.
     *
     * @param quota with what its pods request already in its annotation {@code child-request}
     */
    public static Optional<String> refusal(ElasticQuota quota, ResourceAmounts demand) {
        ResourceAmounts max =
                QuotaDocuments.limits(quota).orElse(QuotaLimits.NONE).max();
        ResourceAmounts counted = demand.restrictedTo(max.names()).withoutZeros();
        if (!limits(quota) || counted.isEmpty()) {
            return Optional.empty();
        }
        Decoded<ResourceAmounts> admission = QuotaDocuments.amounts(quota, Annotations.QUOTA_ADMISSION);
        Decoded<ResourceAmounts> request = QuotaDocuments.amounts(quota, Annotations.QUOTA_CHILD_REQUEST);
        Optional<String> unreadable = Stream.of(admission, request)
                .flatMap(read -> read.problems().stream())
                .findFirst()
                .map(problem -> "quota " + QuotaKey.of(quota) + ": " + problem.message());
        ResourceAmounts given = admission.orElse(ResourceAmounts.NONE);
        ResourceAmounts limit = given.isEmpty() ? max : given;
        ResourceAmounts used = request.orElse(ResourceAmounts.NONE);
        return unreadable.or(() -> refusal(quota, counted, used.plus(counted), limit));
    }

    /** Whether a quota limits any pod. */
    public static boolean limits(ElasticQuota quota) {
        Map<String, Quantity> max =
                quota.getSpec() == null ? null : quota.getSpec().max();
        return max != null && !Collections.disjoint(max.keySet(), LIMITED);
    }

    private static Optional<String> refusal(
            ElasticQuota quota, ResourceAmounts counted, ResourceAmounts after, ResourceAmounts limit) {
        Set<String> exceeded = counted.names().stream()
                .filter(name -> limit.names().contains(name))
                .filter(name -> after.get(name).compareTo(limit.get(name)) > 0)
                .collect(Collectors.toSet());
        if (exceeded.isEmpty()) {
            return Optional.empty();
        }
        ResourceAmounts used = after.restrictedTo(exceeded).minus(counted.restrictedTo(exceeded));
        return Optional.of("exceeded quota: " + QuotaKey.of(quota) + ", requested: "
                + counted.restrictedTo(exceeded).text() + ", used: " + used.text() + ", limited: "
                + limit.restrictedTo(exceeded).text());
    }
}
