package io.koordbridge.kube.listwatch;

import java.time.Duration;

/** Whether a feed follows the API server, and when it last heard of it. Written by the feed's thread. */
final class ReflectorState {

    private volatile Condition standing = Condition.LOST;
    private volatile long heardNanos = System.nanoTime();

    /** How far a feed is. */
    enum Condition {
        /** Changes do not arrive. */
        LOST,
        /** Changes arrive. */
        FOLLOWING,
        /** The server does not have the kind. */
        ABSENT
    }

    void become(Condition now) {
        standing = now;
    }

    /** Something came of the API server. */
    void heard() {
        heardNanos = System.nanoTime();
    }

    Condition standing() {
        return standing;
    }

    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardNanos);
    }
}
