package io.koordbridge.kube.feed;

import java.time.Duration;

/** Whether a feed follows the API server, and when it last heard of it. Written by the feed's thread. */
final class FeedState {

    private volatile Standing standing = Standing.LOST;
    private volatile long heardNanos = System.nanoTime();

    /** How far a feed is. */
    enum Standing {
        /** Changes do not arrive. */
        LOST,
        /** Changes arrive. */
        FOLLOWING,
        /** The server does not have the kind. */
        ABSENT
    }

    void become(Standing now) {
        standing = now;
    }

    /** Something came of the API server. */
    void heard() {
        heardNanos = System.nanoTime();
    }

    Standing standing() {
        return standing;
    }

    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardNanos);
    }
}
