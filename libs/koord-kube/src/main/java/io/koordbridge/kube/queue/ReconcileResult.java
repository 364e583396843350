package io.koordbridge.kube.queue;

import java.time.Duration;
import java.util.Optional;

/**
 * Outcome of a pass.
 *
 * @param again when the key is wanted again although nothing changes; empty for only on change
 * @param failed whether the pass has to be repeated with backoff; the caller has reported why
 */
public record ReconcileResult(Optional<Duration> again, boolean failed) {

    private static final ReconcileResult DONE = new ReconcileResult(Optional.empty(), false);
    private static final ReconcileResult FAILED = new ReconcileResult(Optional.empty(), true);

    /** Again only when something changes. */
    public static ReconcileResult done() {
        return DONE;
    }

    /** Again after a time even if nothing changes. */
    public static ReconcileResult after(Duration delay) {
        return new ReconcileResult(Optional.of(delay), false);
    }

    /** Again with backoff, without a log line. */
    public static ReconcileResult ofFailure() {
        return FAILED;
    }
}
