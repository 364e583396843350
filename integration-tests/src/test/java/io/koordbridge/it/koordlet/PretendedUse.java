package io.koordbridge.it.koordlet;

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

/** A /proc that says how much of the node is used: the machine of a test has other work. */
public final class PretendedUse implements AutoCloseable {
    private static final double TICKS_PER_NANO = 1e-7;

    private final Path directory;
    private final long capacityBytes;
    private final ScheduledExecutorService driver = Executors.newSingleThreadScheduledExecutor();
    private long last = System.nanoTime();
    private double ticks;
    private volatile double cores;
    private volatile double memoryPercent = 40;

    /** At rest, with two fifths of the memory used. */
    public PretendedUse(Path directory, long capacityBytes) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.capacityBytes = capacityBytes;
        write();
        var unused = driver.scheduleWithFixedDelay(this::write, 20, 20, TimeUnit.MILLISECONDS);
    }

    /** What stands for /proc. */
    public Path directory() {
        return directory;
    }

    /** From now on. */
    public void cores(double used) {
        cores = used;
    }

    /** From now on, of the capacity. */
    public void memoryPercent(double used) {
        memoryPercent = used;
    }

    private synchronized void write() {
        long now = System.nanoTime();
        ticks += cores * (now - last) * TICKS_PER_NANO;
        last = now;
        long free = (long) (capacityBytes * (100 - memoryPercent) / 100) >> 10;
        try {
            replace("stat", "cpu  %012d 0 0 999999 0 0 0 0 0 0%n".formatted((long) ticks));
            replace(
                    "meminfo",
                    "MemTotal: %1$12d kB%nMemFree: %2$12d kB%nMemAvailable: %2$12d kB%n"
                            .formatted(capacityBytes >> 10, free));
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
