package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;

/** Keeps YARN NodeManagers that are not drained; descheduler specification section 12. No annotation of the pod opens it. */
@FunctionalInterface
public interface NodeManagerGuard {

    /**
     * Whether a pod may be evicted as far as YARN is concerned.
     *
     * @param policy how it would be evicted: a soft eviction starts the drain
     * @return allowed for every pod that is not a NodeManager
     */
    Verdict check(PodFacts pod, EvictionPolicy policy);
}
