package io.koordbridge.manager.schedulinggate;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.List;
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
     * @param quotas of the pod and those above it, from below; empty when it has none that is published
     * @param schedulers whose pods may wait
     */
    static Optional<GateReason> of(Pod pod, List<ElasticQuota> quotas, Set<String> schedulers) {
        var spec = pod.getSpec();
        if (spec == null
                || spec.getNodeName() != null
                || !schedulers.contains(Objects.requireNonNullElse(spec.getSchedulerName(), ""))) {
            return Optional.empty();
        }
        if (hasGang(pod.getMetadata())) {
            return Optional.of(GANG);
        }
        ResourceAmounts request = new ResourceAmounts(PodRequests.ofSpec(pod)).withoutZeros();
        boolean full = othersWait(quotas, request) || quotas.stream().anyMatch(quota -> isBeyondMax(quota, request));
        return full ? Optional.of(QUOTA) : Optional.empty();
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

    /**
     * Whether pods of the quota itself wait for what this one requests. The runtime follows the demand, of which a new pod is no part yet: that
     * the pod does not fit below it says nothing.
     */
    private static boolean othersWait(List<ElasticQuota> quotas, ResourceAmounts request) {
        if (quotas.isEmpty()) {
            return false;
        }
        ElasticQuota quota = quotas.get(0);
        ResourceAmounts runtime = published(quota, Annotations.QUOTA_RUNTIME);
        ResourceAmounts demand = demand(quota);
        return request.names().stream()
                .anyMatch(name ->
                        runtime.names().contains(name) && demand.get(name).compareTo(runtime.get(name)) > 0);
    }

    /** What its pods request: the other annotation has the minimum of a quota that lends nothing in it. */
    private static ResourceAmounts demand(ElasticQuota quota) {
        ResourceAmounts ofPods = published(quota, Annotations.QUOTA_CHILD_REQUEST);
        return ofPods.isEmpty() ? published(quota, Annotations.QUOTA_REQUEST) : ofPods;
    }

    private static ResourceAmounts published(ElasticQuota quota, String annotation) {
        return QuotaDocuments.amounts(quota, annotation).orElse(ResourceAmounts.NONE);
    }

    private static boolean isBeyondMax(ElasticQuota quota, ResourceAmounts request) {
        ElasticQuotaSpec spec = quota.getSpec();
        ResourceAmounts max = QuotaDocuments.amounts(spec == null ? null : spec.max(), "spec.max")
                .orElse(ResourceAmounts.NONE);
        ResourceAmounts used =
                QuotaDocuments.amounts(quota.used(), "status.used").orElse(ResourceAmounts.NONE);
        return request.names().stream()
                .anyMatch(name -> max.names().contains(name)
                        && used.get(name).add(request.get(name)).compareTo(max.get(name)) > 0);
    }
}
