package io.koordbridge.kube.client;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Lets calls begin at a limited rate, after a second's worth of them at once; whoever calls waits its turn. Thread-safe. */
public final class Pace {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long gapNanos;
    private final LongSupplier nanoTime;
    private long nextNanos;

    /**
     * A pace.
     *
     * @param perSecond calls a second, 1 or more
     */
    public Pace(int perSecond) {
        this(perSecond, System::nanoTime);
    }

    Pace(int perSecond, LongSupplier nanoTime) {
        this.gapNanos = NANOS_PER_SECOND / perSecond;
        this.nanoTime = nanoTime;
        this.nextNanos = nanoTime.getAsLong() - NANOS_PER_SECOND;
    }

    /**
     * Waits until the next call may begin.
     *
     * @throws InterruptedException when the thread is interrupted; its turn is lost
     */
    public void await() throws InterruptedException {
        long due = reserve();
        for (long left = due - nanoTime.getAsLong(); left > 0; left = due - nanoTime.getAsLong()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for a turn");
            }
            LockSupport.parkNanos(left);
        }
    }

    /** When the next call may begin; each call takes one. */
    synchronized long reserve() {
        long now = nanoTime.getAsLong();
        long earliest = now - NANOS_PER_SECOND;
        long due = nextNanos - earliest < 0 ? earliest : nextNanos;
        nextNanos = due + gapNanos;
        return due;
    }
}
