package io.koordbridge.bench.planerror;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Main class of batch work that takes all it is offered and no more, as a kernel's quota would hold it: in each tenth of a second its
 * threads share the offer; time in which they were throttled is not made up for. It has no quota, as version 1 of control groups refuses the
 * tier a quota below that of a child.
 */
public final class BatchConsumer {

    private static final long PERIOD_NANOS = 100_000_000L;
    private static final long NANOS_PER_MILLI_CPU = PERIOD_NANOS / 1000;
    private static final int STEPS = 20_000;
    private static final AtomicLong SUM = new AtomicLong();

    private final Path file;
    private final int threads;
    private volatile long milliCpu;

    private BatchConsumer(Path file, int threads) {
        this.file = file;
        this.threads = threads;
    }

    /** Arguments: file with the offer in milli-cores, number of threads. Runs until it is killed or the file is gone. */
    public static void main(String[] args) throws IOException {
        new BatchConsumer(Path.of(args[0]), Integer.parseInt(args[1])).run();
    }

    private void run() throws IOException {
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(this::work, "batch-" + i);
            worker.setDaemon(true);
            worker.start();
        }
        while (Files.exists(file)) {
            milliCpu = Long.parseLong(Files.readString(file).strip());
            LockSupport.parkNanos(PERIOD_NANOS);
        }
    }

    private void work() {
        ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
        long end = System.nanoTime();
        while (true) {
            end += PERIOD_NANOS;
            long used = cpu.getCurrentThreadCpuTime();
            long budget = milliCpu * NANOS_PER_MILLI_CPU / threads;
            while (System.nanoTime() < end && cpu.getCurrentThreadCpuTime() - used < budget) {
                compute();
            }
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            end = Math.max(end, System.nanoTime() - PERIOD_NANOS);
        }
    }

    private static void compute() {
        long value = SUM.get();
        for (int step = 0; step < STEPS; step++) {
            value = value * value + step;
        }
        SUM.set(value);
    }
}
