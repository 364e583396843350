package io.koordbridge.bench.koordlet;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
final class Pause {

    private Pause() {}

    static void of(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
