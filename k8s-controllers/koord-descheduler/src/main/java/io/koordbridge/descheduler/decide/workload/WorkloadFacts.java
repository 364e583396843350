package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions read of an owner of pods.
 *
 * @param group API group, empty for the core group
 * @param replicas wanted; of a batch Job its parallelism
 * @param controller its own controller, such as the Deployment of a ReplicaSet
 */
@PureCore
public record WorkloadFacts(
        String group,
        String kind,
        String namespace,
        String name,
        String uid,
        int replicas,
        @Nullable OwnerRef controller) {

    public WorkloadFacts {
        replicas = Math.max(0, replicas);
    }
}
