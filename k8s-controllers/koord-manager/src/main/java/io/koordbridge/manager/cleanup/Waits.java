package io.koordbridge.manager.cleanup;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How long a clean-up waits.
 *
 * @param yarn for YARN to be at its minimum
 * @param pods for the pods of a component to end
 * @param renewal for a replica to renew its Lease
 * @param poll between two looks
 */
record Waits(Duration yarn, Duration pods, Duration renewal, Duration poll) {

    /** Looks again and again; whether what is waited for came in time. */
    boolean until(Duration most, BooleanSupplier done) {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - start >= most.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(poll.toNanos());
        }
        return true;
    }
}
