package io.koordbridge.quickstart.load;

import io.koordbridge.quickstart.job.MonteCarlo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Main class of the online service. Requests arrive at random moments, at a rate that makes the wanted load, whether or not the
 * service keeps up; each costs some milliseconds of CPU. The response time counts from the arrival. Wanted load and the name of
 * the part of the run are read from a file ten times a second; when the name changes, the figures of the part that ended are
 * written to a file beside it.
 */
public final class OnlineService {

    private static final long POLL_NANOS = 100_000_000L;
    private static final long CPU_NANOS_PER_REQUEST = 4_000_000L;
    private static final long PROBE_SAMPLES = 5_000_000;
    private static final int WARM_UP_ROUNDS = 4;
    private static final double IDLE_NANOS = 50_000_000.0;

    private final Path file;
    private final ResponseTimes times = new ResponseTimes();
    private final LinkedBlockingQueue<ResponseTimes.Arrival> waiting = new LinkedBlockingQueue<>();
    private volatile long targetMilliCpu;
    private volatile long hits;

    private OnlineService(Path file) {
        this.file = file;
    }

    /** Arguments: file with the load in milli-cores and the name of the part. Runs until it is killed or the file is gone. */
    public static void main(String[] args) throws IOException {
        new OnlineService(Path.of(args[0])).serve();
    }

    private void serve() throws IOException {
        long samples = samplesPerRequest();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            daemon("request-" + i, () -> work(samples));
        }
        daemon("arrivals", this::arrive);
        while (Files.exists(file)) {
            String[] words = Files.readString(file).strip().split(" ");
            if (words.length == 2) {
                targetMilliCpu = Long.parseLong(words[0]);
                times.part(words[1], System.nanoTime()).ifPresent(this::publish);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** By CPU time, so that a busy machine does not make requests cheaper. */
    private static long samplesPerRequest() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 1;
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            long begin = threads.getCurrentThreadCpuTime();
            MonteCarlo.hits(round, PROBE_SAMPLES);
            nanos = Math.max(1, threads.getCurrentThreadCpuTime() - begin);
        }
        return Math.max(1, PROBE_SAMPLES * CPU_NANOS_PER_REQUEST / nanos);
    }

    private void arrive() {
        SplittableRandom random = new SplittableRandom(1);
        double next = System.nanoTime();
        while (true) {
            long load = targetMilliCpu;
            double gap =
                    load <= 0 ? IDLE_NANOS : -Math.log(1 - random.nextDouble()) * CPU_NANOS_PER_REQUEST * 1000 / load;
            next += gap;
            long at = (long) next;
            while (System.nanoTime() < at) {
                LockSupport.parkNanos(at - System.nanoTime());
            }
            if (load > 0) {
                waiting.add(times.arrived(at));
            }
        }
    }

    private void work(long samples) {
        try {
            while (true) {
                ResponseTimes.Arrival request = waiting.take();
                hits = MonteCarlo.hits((int) request.atNanos(), samples);
                times.answered(request, System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps the work from being left out by the compiler. */
    long hits() {
        return hits;
    }

    private void publish(ResponseTimes.Part part) {
        try {
            Files.writeString(
                    file.resolveSibling(file.getFileName() + "." + part.name()),
                    part.latency().line());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the response times of " + part.name(), e);
        }
    }
}
