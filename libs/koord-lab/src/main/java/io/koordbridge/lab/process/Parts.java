package io.koordbridge.lab.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a scene has started, closed in the opposite order. Not for several threads. */
public final class Parts implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Takes a part over and returns it. */
    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /**
     * Closes all, also when one fails.
     *
     * @throws IllegalStateException with what each of the others said as suppressed
     */
    @Override
    public void close() {
        IllegalStateException failed = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                if (failed == null) {
                    failed = new IllegalStateException("a part did not end", e);
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
