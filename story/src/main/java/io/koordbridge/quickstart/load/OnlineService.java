package io.koordbridge.quickstart.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Main class of the online service: every thread works for its share of each 20 ms and rests for the remainder. The wanted
 * load in milli-cores is read from a file ten times a second.
 */
public final class OnlineService {

    private static final long SLICE_NANOS = 20_000_000L;
    private static final long POLL_NANOS = 100_000_000L;

    private final int threads;
    private volatile long targetMilliCpu;
    private volatile double sink;

    private OnlineService(int threads) {
        this.threads = threads;
    }

    /** Arguments: file with the load in milli-cores. Runs until it is killed or the file is gone. */
    public static void main(String[] args) throws IOException {
        OnlineService service = new OnlineService(Runtime.getRuntime().availableProcessors());
        service.serve(Path.of(args[0]));
    }

    private void serve(Path file) throws IOException {
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(this::work, "request-" + i);
            worker.setDaemon(true);
            worker.start();
        }
        while (Files.exists(file)) {
            String text = Files.readString(file).strip();
            if (!text.isEmpty()) {
                targetMilliCpu = Long.parseLong(text);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void work() {
        while (true) {
            long begin = System.nanoTime();
            long busyNanos = Math.min(SLICE_NANOS, SLICE_NANOS * targetMilliCpu / 1000 / threads);
            double value = begin;
            while (System.nanoTime() - begin < busyNanos) {
                value = Math.sqrt(value + 1.0);
            }
            sink = value;
            LockSupport.parkNanos(SLICE_NANOS - (System.nanoTime() - begin));
        }
    }

    double sink() {
        return sink;
    }
}
