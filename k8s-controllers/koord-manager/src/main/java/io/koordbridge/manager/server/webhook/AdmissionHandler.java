package io.koordbridge.manager.server.webhook;

import io.koordbridge.admission.objectdecoding.UndecodableException;

/** One admission path. Thread-safe; must not block for longer than the caller's deadline. */
public interface AdmissionHandler {

    /** Where it is served, and the labels of its metrics. */
    AdmissionPath served();

    /** Whether the caches it needs are filled; reviews get 503 before. */
    boolean ready();

    /** Whether a decision may wait for others, such as the API server; such reviews have threads of their own. */
    default boolean mayWait() {
        return false;
    }

    /**
     * Decides on a review. Another exception becomes a 500 without a verdict, so that the failure policy decides.
     *
     * @throws UndecodableException when the object is not of its kind; see {@link ReviewDecision}
     */
    AdmissionResult decide(AdmissionReviews.Request request);
}
