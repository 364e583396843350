package io.koordbridge.manager.server.webhook;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bytes of bodies that are held at once, over all connections: whoever sends bodies on many of them must not fill the heap. A
 * single body may have any length. Where there is no room, the body that is being sent longest has to go: the API server sends
 * one at once, and whoever does not end his bodies crowds out himself. Thread-safe.
 */
final class BodyBudget {

    private final long limitBytes;
    private long heldBytes;
    /** Bytes by body, in the order of the first ones. */
    private final Map<BoundedBody, Long> bodies = new LinkedHashMap<>();

    private final Set<BoundedBody> whole = new HashSet<>();

    BodyBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /**
     * Whether a body may hold more.
     *
     * @param moreBytes counted as held when it may
     */
    synchronized boolean take(BoundedBody body, long moreBytes) {
        boolean alone = heldBytes == bodies.getOrDefault(body, 0L);
        if (!alone && heldBytes + moreBytes > limitBytes) {
            return false;
        }
        heldBytes += moreBytes;
        bodies.merge(body, moreBytes, Long::sum);
        return true;
    }

    /** The body of which bytes came first and which has not ended; empty without one beside this. */
    synchronized Optional<BoundedBody> longestUnfinished(BoundedBody but) {
        return bodies.keySet().stream()
                .filter(body -> body != but && !whole.contains(body))
                .findFirst();
    }

    /** A body has ended, and holds its bytes until it has been worked on. */
    synchronized void ended(BoundedBody body) {
        whole.add(body);
    }

    /** A body holds nothing any more. */
    synchronized void give(BoundedBody body) {
        Long bytes = bodies.remove(body);
        heldBytes -= bytes == null ? 0 : bytes;
        whole.remove(body);
    }

    synchronized long heldBytes() {
        return heldBytes;
    }
}
