package io.koordbridge.descheduler.act;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import org.jspecify.annotations.Nullable;

/** Ends a pod, or asks another component to; descheduler specification section 7. */
@FunctionalInterface
public interface PodEvictor {

    /** One try; no other follows, the job decides whether the pod still has to go. */
    Outcome evict(Order order);

    /**
     * What a job orders.
     *
     * @param pod as it is known; its uid is the precondition
     * @param job name of the PodMigrationJob
     * @param jobPolicy label koordinator.sh/evict-policy of the job, empty when absent
     * @param deleteOptions of the job, null for those of the process
     * @param trigger annotation koordinator.sh/evict-trigger of the job, empty when absent
     * @param reason sentence for people
     */
    record Order(
            PodFacts pod,
            String job,
            String jobPolicy,
            @Nullable JsonNode deleteOptions,
            String trigger,
            String reason) {}

    /** How a try ended. */
    enum Result {
        /** The pod is being deleted, or another component was asked to. */
        EVICTED,
        /** There is no such pod, or another one of its name. */
        GONE,
        /** A disruption budget or a last check keeps it, or the API server is busy. */
        REFUSED,
        /** The process's own rate of evictions is reached; there was no call. */
        TOO_MANY,
        /** No answer, another one, or no lease to send it under. */
        FAILED
    }

    /**
     * The end of a try.
     *
     * @param problem sentence for people, empty when it went well
     */
    record Outcome(Result result, String problem) {

        /** It went well. */
        public static final Outcome EVICTED = new Outcome(Result.EVICTED, "");
    }
}
