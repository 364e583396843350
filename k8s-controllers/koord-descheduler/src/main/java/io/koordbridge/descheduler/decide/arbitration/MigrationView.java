package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.util.Collection;
import java.util.Optional;

/** The cluster as one round, or one run, sees it, without changes in between. */
public interface MigrationView {

    /** All jobs, those that ended included. */
    Collection<JobClaim> jobs();

    /** A pod by name, in constant time. */
    Optional<PodFacts> pod(String namespace, String name);

    /** Owners of pods. */
    Workloads workloads();

    /** Pods of a node that other clients evicted within the window: they count as migrating. */
    default int evictedByOthers(String node) {
        return 0;
    }

    /** Pods that a workload lacks: those that left and were not replaced yet count as unavailable. */
    default int lacking(Scale scale) {
        return 0;
    }
}
