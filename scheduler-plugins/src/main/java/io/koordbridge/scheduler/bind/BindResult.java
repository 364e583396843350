package io.koordbridge.scheduler.bind;

/**
 * How a bind ended.
 *
 * @param code outcome
 * @param message what the scheduler shows in an event; empty when the pod is bound
 */
public record BindResult(BindCode code, String message) {

    static BindResult of(BindCode code) {
        return new BindResult(code, "");
    }
}
