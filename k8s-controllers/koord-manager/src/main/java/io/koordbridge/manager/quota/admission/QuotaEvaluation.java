package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaAnnotations;
import io.koordbridge.manager.quota.topology.QuotaAnnotations.Read;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fits pods into what their quota has left, one after the other. */
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
     * The outcome.
     *
     * @param refusals one per pod in order, empty for a pod that fits
     * @param childRequest what the quota's annotation becomes, null when it stays
     */
    public record Result(
            List<Optional<String>> refusals, @Nullable ResourceAmounts childRequest) {

        public Result {
            refusals = List.copyOf(refusals);
        }

        /** What has to be written. */
        public Optional<ResourceAmounts> changed() {
            return Optional.ofNullable(childRequest);
        }
    }

    /** Fits pods in order. */
    public static Result evaluate(ElasticQuota quota, List<ResourceAmounts> demands) {
        ResourceAmounts max = ResourceAmounts.of(
                quota.getSpec() == null ? null : quota.getSpec().max());
        if (Collections.disjoint(max.names(), LIMITED)) {
            return new Result(Collections.nCopies(demands.size(), Optional.empty()), null);
        }
        Read<Map<String, Quantity>> admission = QuotaAnnotations.resources(quota, Annotations.QUOTA_ADMISSION);
        Read<Map<String, Quantity>> request = QuotaAnnotations.resources(quota, Annotations.QUOTA_CHILD_REQUEST);
        Optional<String> unreadable = Stream.of(admission.problem(), request.problem())
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .map(problem -> "quota " + QuotaKey.of(quota) + ": " + problem);
        ResourceAmounts given = ResourceAmounts.of(admission.accepted().orElse(Map.of()));
        ResourceAmounts limit = given.isEmpty() ? max : given;
        ResourceAmounts before = ResourceAmounts.of(request.accepted().orElse(Map.of()));
        ResourceAmounts used = before;
        List<Optional<String>> refusals = new ArrayList<>();
        for (ResourceAmounts demand : demands) {
            ResourceAmounts counted = demand.restrictedTo(max.names()).withoutZeros();
            ResourceAmounts after = used.plus(counted);
            Optional<String> refusal =
                    counted.isEmpty() ? Optional.empty() : unreadable.or(() -> refusal(quota, counted, after, limit));
            refusals.add(refusal);
            used = refusal.isPresent() || counted.isEmpty() ? used : after;
        }
        return new Result(refusals, used.sameAs(before) ? null : used);
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
