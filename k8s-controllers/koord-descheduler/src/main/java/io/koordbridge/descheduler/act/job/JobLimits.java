package io.koordbridge.descheduler.act.job;

import io.koordbridge.descheduler.decide.pod.PodFacts;

/** The object limiter as a job asks it; descheduler specification section 8. */
public interface JobLimits {

    /** Whether it has no room for an eviction of this pod now. */
    boolean isFull(PodFacts pod);

    /** The pod was evicted. */
    void evicted(PodFacts pod);
}
