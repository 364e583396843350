package io.koordbridge.descheduler.act.request;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;

/** What has to agree before a job is made. */
public interface RequestChecks {

    /** All filters of section 4. */
    Verdict filter(PodFacts pod);

    /** The checks that only plugins adapted from Kubernetes ask for. */
    Verdict preEvictionFilter(PodFacts pod);

    /** The object limiter of section 8. */
    Verdict limit(PodFacts pod);
}
