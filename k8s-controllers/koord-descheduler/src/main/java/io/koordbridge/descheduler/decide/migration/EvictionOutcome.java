package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.protocol.PureCore;

/**
 * How an eviction ended.
 *
 * @param problem sentence for people, empty when it went well
 */
@PureCore
public record EvictionOutcome(Result result, String problem) {

    /** The answer to a call. */
    public enum Result {
        /** The pod is being deleted, or another component was asked to. */
        EVICTED,
        /** There is no such pod, or another one of its name. */
        GONE,
        /** A disruption budget keeps it, or the API server is busy. */
        REFUSED,
        /** The own limit per second is reached; there was no call. */
        TOO_MANY,
        /** No answer, or another one. */
        FAILED
    }
}
