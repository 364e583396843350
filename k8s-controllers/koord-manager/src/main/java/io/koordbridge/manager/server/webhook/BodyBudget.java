package io.koordbridge.manager.server.webhook;

/**
 * Bytes of bodies that are held at once, over all connections: whoever sends bodies on many of them must not fill the heap. A
 * single body is held whatever its length.
 */
final class BodyBudget {

    private final long limitBytes;
    private long heldBytes;

    BodyBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /**
     * Whether a body may hold more.
     *
     * @param ownBytes what it holds already
     * @param moreBytes counted as held when it may
     */
    synchronized boolean take(long ownBytes, long moreBytes) {
        boolean alone = heldBytes == ownBytes;
        if (!alone && heldBytes + moreBytes > limitBytes) {
            return false;
        }
        heldBytes += moreBytes;
        return true;
    }

    /** A body holds so much no more. */
    synchronized void give(long bytes) {
        heldBytes -= bytes;
    }

    synchronized long heldBytes() {
        return heldBytes;
    }
}
