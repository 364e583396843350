package io.koordbridge.bench.planerror;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A /proc in which only the work of the node counts, as LXCFS gives it to a container: builds that run beside a bench are no use of the node.
 * CPU comes from the kernel's counter of the group above pods and agent, memory is that of the machine.
 */
final class NodeProc implements AutoCloseable {

    private static final long NANOS_PER_TICK = 10_000_000L;

    private final Path directory;
    private final Busy busy;
    private final int cpus;
    private final long began = System.nanoTime();
    private final long busyBefore;
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();

    /** CPU time of all work of the node so far, in nanoseconds. */
    interface Busy {
        long nanos() throws IOException;
    }

    /**
     * Writes it at each tick from now on, as the agent compares it four times a second with the exact counter of the tier: an older one would be
     * taken for a jump of other use.
     */
    NodeProc(Path directory, Busy busy, int cpus) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.busy = busy;
        this.cpus = cpus;
        this.busyBefore = busy.nanos();
        Files.copy(Path.of("/proc/meminfo"), directory.resolve("meminfo"));
        write();
        var unused = writer.scheduleWithFixedDelay(this::write, NANOS_PER_TICK, NANOS_PER_TICK, TimeUnit.NANOSECONDS);
    }

    /** Stands for /proc. */
    Path root() {
        return directory;
    }

    private void write() {
        try {
            long used = (busy.nanos() - busyBefore) / NANOS_PER_TICK;
            long all = (System.nanoTime() - began) / NANOS_PER_TICK * cpus;
            StringBuilder text = new StringBuilder(line("cpu ", used, all - used));
            for (int cpu = 0; cpu < cpus; cpu++) {
                text.append(line("cpu" + cpu, share(used, cpu), share(all - used, cpu)));
            }
            // In place and of one length: readers hold the file open.
            try (FileChannel channel =
                    FileChannel.open(directory.resolve("stat"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)), 0);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing " + directory, e);
        }
    }

    /** No CPU's counter ever falls. */
    private long share(long ticks, int cpu) {
        return (ticks + cpu) / cpus;
    }

    private static String line(String name, long used, long idle) {
        return String.format(Locale.ROOT, "%s %012d 0 0 %012d 0 0 0 0 0 0%n", name, used, Math.max(0, idle));
    }

    @Override
    public void close() {
        writer.shutdownNow();
    }
}
