package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.Collection;
import java.util.Optional;

/** Finds workloads and their pods; one view of the cluster at a time, each look-up in constant time. */
public interface Workloads {

    /**
     * The scale of a controller.
     *
     * @return empty for a kind that cannot be resolved at all: what depends on it fails by error
     */
    Optional<Scale> scale(String namespace, OwnerRef controller);

    /** Pods of a workload: for a Deployment those of all its ReplicaSets. */
    Collection<PodFacts> pods(String workloadUid);
}
