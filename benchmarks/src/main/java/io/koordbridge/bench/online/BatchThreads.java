package io.koordbridge.bench.online;

import java.util.concurrent.atomic.AtomicLong;

/** Main class of batch work: threads that compute without end. */
public final class BatchThreads {

    private static final AtomicLong SUM = new AtomicLong();
    private static final long STEPS = 10_000_000;

    private BatchThreads() {}

    /** Argument: number of threads. Runs until it is killed. */
    public static void main(String[] args) {
        int threads = Integer.parseInt(args[0]);
        for (int i = 1; i < threads; i++) {
            Thread worker = new Thread(BatchThreads::work, "batch-" + i);
            worker.setDaemon(true);
            worker.start();
        }
        work();
    }

    private static void work() {
        for (long seed = 1; seed > 0; seed++) {
            long value = seed;
            for (long step = 0; step < STEPS; step++) {
                value = value * seed + step;
            }
            SUM.addAndGet(value);
        }
    }
}
