package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.ContainerRequests;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;

/** What a pod takes from its quota. */
@PureCore
public final class QuotaDemand {

    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

    private QuotaDemand() {}

    /**
     * Requests of the pod by its spec, because a client may write any status into the pod that it creates; nothing once it has finished or its deletion is overdue.
     *
     * @param replaceResources whether the pod's replace-resources annotation is followed
     * @param ignoreOverhead whether the pod's overhead is left out
     */
    public static ResourceAmounts of(Pod pod, boolean replaceResources, boolean ignoreOverhead, Instant now) {
        if (isFinished(pod) || isOverdue(pod, now)) {
            return ResourceAmounts.NONE;
        }
        Pod counted = replaceResources ? ResourceReplacements.apply(pod) : pod;
        return new ResourceAmounts(
                ignoreOverhead
                        ? PodRequests.withoutOverhead(counted, ContainerRequests.ofSpec())
                        : PodRequests.ofSpec(counted));
    }

    private static boolean isFinished(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getPhase() != null
                && FINISHED.contains(pod.getStatus().getPhase());
    }

    private static boolean isOverdue(Pod pod, Instant now) {
        String deleted = pod.getMetadata().getDeletionTimestamp();
        Long graceSeconds = pod.getMetadata().getDeletionGracePeriodSeconds();
        return deleted != null
                && graceSeconds != null
                && now.isAfter(OffsetDateTime.parse(deleted).toInstant().plusSeconds(graceSeconds));
    }
}
