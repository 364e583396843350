package io.koordbridge.koordlet.qos.burst;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process that is busy for a short while and idle for a longer one, for as long as it lives. */
public final class BurstyWork {

    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(60);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(340);

    private BurstyWork() {}

    /** Says that it is ready, and goes on until it is killed. */
    public static void main(String[] args) throws IOException {
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write("ready\n".getBytes(StandardCharsets.US_ASCII));
        }
        while (!Thread.currentThread().isInterrupted()) {
            long end = System.nanoTime() + BUSY_NANOS;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(IDLE_NANOS);
        }
    }
}
