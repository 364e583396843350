package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.pod.PodFacts;
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
}
