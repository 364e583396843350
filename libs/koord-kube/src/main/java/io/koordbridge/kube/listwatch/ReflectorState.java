package io.koordbridge.kube.listwatch;

import java.time.Duration;

/** Whether a feed follows the API server, and when it last heard of it. Written by the feed's thread. */
final class ReflectorState {

    /** In which a watch has brought what happened while there was none. */
    private static final Duration CATCH_UP = Duration.ofSeconds(1);

    private volatile Condition standing = Condition.LOST;
    private volatile long lostNanos = System.nanoTime();
    private volatile long followedNanos = lostNanos;
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
        if (now == Condition.FOLLOWING) {
            followedNanos = System.nanoTime();
        } else if (standing == Condition.FOLLOWING) {
            lostNanos = System.nanoTime();
        }
        standing = now;
    }

    /**
     * How old what is known may be: zero while changes arrive, or there is nothing to follow, else for how long they have not arrived. A
     * watch that has just begun first brings what it missed.
     */
    Duration behind() {
        Condition now = standing;
        long nanos = System.nanoTime();
        boolean caughtUp = now == Condition.FOLLOWING && nanos - followedNanos >= CATCH_UP.toNanos();
        boolean current = caughtUp || now == Condition.ABSENT;
        return current ? Duration.ZERO : Duration.ofNanos(nanos - lostNanos);
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
