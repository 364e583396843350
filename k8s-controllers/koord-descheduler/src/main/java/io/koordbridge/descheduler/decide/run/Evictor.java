package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.pod.PodFacts;

/** Where plugins ask. A run makes jobs through it; a plan and a dry run only note what would be asked. */
public interface Evictor {

    /** Whether the pod may be evicted now, by all filters; takes no limit. */
    Verdict filter(PodFacts pod);

    /** Filter, with the checks that only plugins adapted from Kubernetes ask for: room on another node. */
    Verdict preEvictionFilter(PodFacts pod);

    /** Asks for the eviction: filters and limits decide, and a job is made. */
    Verdict evict(EvictionRequest request);
}
