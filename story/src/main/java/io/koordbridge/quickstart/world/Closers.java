package io.koordbridge.quickstart.world;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what was started, newest first; one that fails does not keep the others open. Closing twice is harmless. */
public final class Closers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Closers.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private boolean closed;

    /** Remembers a part; closes it at once when all has been closed already. */
    public <T extends AutoCloseable> T add(T part) {
        synchronized (this) {
            if (!closed) {
                open.push(part);
                return part;
            }
        }
        closeQuietly(part);
        throw new IllegalStateException("the run was ended");
    }

    /** What is added from now on is closed at once. */
    public synchronized void refuse() {
        closed = true;
    }

    @Override
    public void close() {
        refuse();
        AutoCloseable next = pop();
        while (next != null) {
            closeQuietly(next);
            next = pop();
        }
    }

    private synchronized @org.jspecify.annotations.Nullable AutoCloseable pop() {
        return open.poll();
    }

    /** Closes a part; a failure is logged. */
    public static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("not closed cleanly part={}", part, e);
        }
    }
}
