package io.koordbridge.kube.queue;

import java.time.Duration;
import java.util.Optional;

/**
 * Outcome of a pass.
 *
 * @param again when the key is wanted again although nothing changes; empty for only on change
 */
public record ReconcileResult(Optional<Duration> again) {

    private static final ReconcileResult DONE = new ReconcileResult(Optional.empty());

    /** Again only when something changes. */
    public static ReconcileResult done() {
        return DONE;
    }

    /** Again after a time even if nothing changes. */
    public static ReconcileResult after(Duration delay) {
        return new ReconcileResult(Optional.of(delay));
    }
}
