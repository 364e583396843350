package io.koordbridge.bench.koordlet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A /proc whose node uses as much CPU and memory as the benchmark says: other work on the machine does not count. */
final class PretendedLoad implements AutoCloseable {

    static final int CORES = 8;
    private static final long MEMORY_KIB = 16L << 20;
    private static final long STEP_MILLIS = 10;
    private static final double TICKS_PER_NANO = 1e-7;

    private final Path directory;
    private final ScheduledExecutorService driver = Executors.newSingleThreadScheduledExecutor();
    private long last = System.nanoTime();
    private double busyTicks;
    private volatile double cores;
    private volatile int memoryPercent;

    PretendedLoad(Path directory, double cores, int memoryPercent) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.cores = cores;
        this.memoryPercent = memoryPercent;
        write();
        var unused = driver.scheduleAtFixedRate(this::write, STEP_MILLIS, STEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    Path directory() {
        return directory;
    }

    /** Sets the cores in use. */
    void use(double newCores) {
        cores = newCores;
    }

    /** Sets the share of the memory in use. */
    void useMemory(int percent) {
        memoryPercent = percent;
    }

    private synchronized void write() {
        long now = System.nanoTime();
        busyTicks += cores * (now - last) * TICKS_PER_NANO;
        last = now;
        long free = MEMORY_KIB * (100 - memoryPercent) / 100;
        try {
            replace("stat", "cpu  %012d 0 0 999999 0 0 0 0 0 0%n".formatted((long) busyTicks));
            replace(
                    "meminfo",
                    "MemTotal: %1$12d kB%nMemFree: %2$12d kB%nMemAvailable: %2$12d kB%n".formatted(MEMORY_KIB, free));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In place and of one length: the agent holds the file open. */
    private void replace(String file, String content) throws IOException {
        try (FileChannel channel =
                FileChannel.open(directory.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    @Override
    public void close() {
        driver.shutdownNow();
    }
}
