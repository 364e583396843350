package io.koordbridge.bench.planerror;

import io.koordbridge.lab.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An online service whose load follows a pattern, and looks at the node it runs on. */
final class LoadedNode implements AutoCloseable {

    private static final int LOOK_MILLIS = 250;

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> looking;
    private final Counters counters;
    private final ChildProcess service;
    private final Path control;
    private List<ChildProcess> more = List.of();
    private List<Look> record = new ArrayList<>();
    private LoadPattern pattern;
    private long began = System.nanoTime();

    /** Where looks come from. */
    interface Counters {
        /**
         * A look now.
         *
         * @param wantedMilliCpu by the pattern
         */
        Look look(long wantedMilliCpu) throws IOException;
    }

    /**
     * Begins with the load.
     *
     * @param service does what the file says
     * @param control the file, with milli-cores and a word
     */
    LoadedNode(Counters counters, ChildProcess service, Path control, LoadPattern pattern) {
        this.counters = counters;
        this.service = service;
        this.control = control;
        this.pattern = pattern;
        looking = looks.scheduleAtFixedRate(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void look() {
        try {
            long wanted = pattern.milliCpu(System.nanoTime() - began);
            write(control, wanted + " load");
            record.add(counters.look(wanted));
        } catch (IOException e) {
            throw new UncheckedIOException("looking at the node", e);
        }
    }

    /** Replaces a file that a process reads. */
    static void write(Path file, String text) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** More processes that have to run from now on. */
    synchronized void watch(List<ChildProcess> processes) {
        more = List.copyOf(processes);
    }

    /** Another pattern from now on, from its beginning. */
    synchronized void load(LoadPattern next) {
        pattern = next;
        began = System.nanoTime();
    }

    /** Milli-cores that the node shows for batch work, by the last look. */
    synchronized long offeredMilliCpu() {
        return record.isEmpty() ? 0 : record.get(record.size() - 1).offeredMilliCpu();
    }

    /** The use while the pattern goes from its beginning to its end once. */
    Use use(long nodeMilliCpu) {
        int seconds;
        synchronized (this) {
            seconds = pattern.seconds();
            load(pattern);
            record = new ArrayList<>();
        }
        await(Duration.ofSeconds(seconds));
        synchronized (this) {
            return new Use(record, nodeMilliCpu);
        }
    }

    /**
     * Lets time go by.
     *
     * @throws IllegalStateException when the service, a process that is watched or the looks ended
     */
    void await(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            try {
                looking.get(Math.min(left, TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)), TimeUnit.NANOSECONDS);
            } catch (TimeoutException goesOn) {
                requireAlive();
            } catch (ExecutionException e) {
                throw new IllegalStateException("the looks ended", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    private synchronized void requireAlive() {
        service.requireAlive();
        more.forEach(ChildProcess::requireAlive);
    }

    @Override
    public void close() {
        looks.shutdownNow();
        service.close();
    }
}
