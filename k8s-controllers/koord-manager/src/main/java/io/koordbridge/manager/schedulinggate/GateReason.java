package io.koordbridge.manager.schedulinggate;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why a new pod waits before kube-scheduler's queue. */
@PureCore
enum GateReason {
    GANG,
    QUOTA;

    /**
     * The reason for a pod, empty when it need not wait.
     *
     * @param quota of the pod, null when it has none that is published
     * @param schedulers whose pods may wait
     */
    static Optional<GateReason> of(Pod pod, @Nullable ElasticQuota quota, Set<String> schedulers) {
        var spec = pod.getSpec();
        if (spec == null
                || spec.getNodeName() != null
                || !schedulers.contains(Objects.requireNonNullElse(spec.getSchedulerName(), ""))) {
            return Optional.empty();
        }
        if (hasGang(pod.getMetadata())) {
            return Optional.of(GANG);
        }
        return quota != null && isFull(quota, PodRequests.ofSpec(pod)) ? Optional.of(QUOTA) : Optional.empty();
    }

    private static boolean hasGang(@Nullable ObjectMeta meta) {
        return meta != null
                && (has(meta.getLabels(), Labels.POD_GROUP)
                        || has(meta.getLabels(), Labels.GANG_NAME)
                        || has(meta.getAnnotations(), Annotations.GANG_NAME));
    }

    private static boolean has(@Nullable Map<String, String> texts, String key) {
        return texts != null && !texts.getOrDefault(key, "").isEmpty();
    }

    /** By what the quota publishes; a quota that publishes no runtime has room. */
    private static boolean isFull(ElasticQuota quota, Map<String, BigDecimal> request) {
        ResourceAmounts limit =
                QuotaDocuments.amounts(quota, Annotations.QUOTA_RUNTIME).orElse(ResourceAmounts.NONE);
        ResourceAmounts used =
                QuotaDocuments.amounts(quota.used(), "status.used").orElse(ResourceAmounts.NONE);
        ResourceAmounts wanted = used.plus(new ResourceAmounts(request));
        return request.entrySet().stream()
                .anyMatch(one -> limit.names().contains(one.getKey())
                        && one.getValue().signum() > 0
                        && wanted.get(one.getKey()).compareTo(limit.get(one.getKey())) > 0);
    }
}
