package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What quotas need of a pod.
 *
 * @param uid unique id
 * @param label the quota that the pod names, empty when it names none
 * @param request what it requests, all resources
 * @param nonPreemptible whether it must not be preempted
 * @param node where it is bound, empty while it waits
 * @param rank how important it is
 * @param terminating whether it is being deleted
 * @param goneAt when it stops counting because it is being deleted, null when it is not
 */
public record PodQuota(
        String uid,
        String namespace,
        String name,
        String label,
        ResourceVector request,
        boolean nonPreemptible,
        String node,
        PodRank rank,
        boolean terminating,
        @Nullable Instant goneAt) {

    /** Whether it has a node. */
    public boolean bound() {
        return !node.isEmpty();
    }

    /** What it adds to its quota when it has a place. */
    QuotaDemand used() {
        return QuotaDemand.of(request, true, nonPreemptible);
    }

    /** The same pod with an equal request. */
    PodQuota with(ResourceVector equal) {
        return new PodQuota(uid, namespace, name, label, equal, nonPreemptible, node, rank, terminating, goneAt);
    }

    /** Namespace and name. */
    public String key() {
        return namespace + "/" + name;
    }
}
