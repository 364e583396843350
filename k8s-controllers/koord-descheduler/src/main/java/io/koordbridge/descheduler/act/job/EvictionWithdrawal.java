package io.koordbridge.descheduler.act.job;

import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.decide.pod.PodRef;

/** Takes back an eviction that another component was asked for, when its job ends otherwise. */
@FunctionalInterface
public interface EvictionWithdrawal {

    /**
     * Removes what the job wrote on the pod.
     *
     * @param initiator annotation koordinator.sh/evict-trigger of the job, empty when absent
     * @param job name of the job
     */
    Outcome withdraw(PodRef pod, String initiator, String job);
}
