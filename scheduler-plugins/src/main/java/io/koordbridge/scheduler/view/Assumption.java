package io.koordbridge.scheduler.view;

import java.time.Instant;

/**
 * A placement that feed events do not show yet.
 *
 * @param pod the pod, not bound as far as known
 * @param node where it is being placed
 * @param checkAt end of a hold; of a binding when to ask the API server if no event came
 * @param hold why
 */
public record Assumption(PodFacts pod, String node, Instant checkAt, Hold hold) {

    /** Of a binding. */
    public Assumption(PodFacts pod, String node, Instant checkAt) {
        this(pod, node, checkAt, Hold.BINDING);
    }
}
