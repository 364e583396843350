package io.koordbridge.lab.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A machine made of plain files, as /proc, /sys and control groups version 1 show it. Its counters advance with the time, so
 * its load is what the test says, whatever else runs here.
 */
public final class FileMachine implements AutoCloseable {
    /** Of a machine that is not given another number. */
    public static final int CPUS = 16;

    public static final long MEMORY_KIB = 32L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(FileMachine.class);
    private static final List<String> HIERARCHIES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");
    private static final String BEST_EFFORT = "kubepods/besteffort";
    private static final long SYSTEM_MILLI_CPU = 200;
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final long STEP_MILLIS = 20;

    private final Path root;
    private final int cpus;
    private final String podGroup;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private long last = System.nanoTime();
    private volatile long onlineMilliCpu;
    private long podNanos;
    private long systemNanos;

    /**
     * A machine with one pod.
     *
     * @param podGroup its control group, such as {@code kubepods/burstable/podUID}
     */
    public FileMachine(Path root, String podGroup, long onlineMilliCpu) {
        this(root, CPUS, podGroup, onlineMilliCpu);
    }

    /** A machine with so many CPUs and one pod. */
    public FileMachine(Path root, int cpus, String podGroup, long onlineMilliCpu) {
        this.root = root;
        this.cpus = cpus;
        this.podGroup = podGroup;
        this.onlineMilliCpu = onlineMilliCpu;
        for (int cpu = 0; cpu < cpus; cpu++) {
            write("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", Integer.toString(cpu));
            write("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", "0");
        }
        HIERARCHIES.forEach(hierarchy -> write("cgroup/" + hierarchy + "/cgroup.procs", ""));
        List.of("kubepods", BEST_EFFORT, BEST_EFFORT + "/hadoop-yarn", "kubepods/burstable", podGroup)
                .forEach(this::group);
        advance();
        var unused = clock.scheduleWithFixedDelay(this::advance, STEP_MILLIS, STEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    public Path cgroups() {
        return root.resolve("cgroup");
    }

    public Path proc() {
        return root.resolve("proc");
    }

    public Path sys() {
        return root.resolve("sys");
    }

    /** What the pod uses from now on. */
    public void online(long milliCpu) {
        onlineMilliCpu = milliCpu;
    }

    /** The kernel's limit of the best-effort tier, microseconds of CPU in each 100 ms; -1 without one. */
    public long bestEffortQuotaMicros() {
        return Long.parseLong(read("cgroup/cpu/" + BEST_EFFORT + "/cpu.cfs_quota_us"));
    }

    /** The kernel's set of CPUs of the best-effort tier. */
    public String bestEffortCpus() {
        return read("cgroup/cpuset/" + BEST_EFFORT + "/cpuset.cpus");
    }

    private String wholeMachine() {
        return "0-" + (cpus - 1);
    }

    private void group(String group) {
        write("cgroup/cpu/" + group + "/cpu.cfs_period_us", "100000");
        write("cgroup/cpu/" + group + "/cpu.cfs_quota_us", "-1");
        write("cgroup/cpu/" + group + "/cpu.shares", "2");
        write("cgroup/cpu/" + group + "/cgroup.procs", "");
        write("cgroup/cpuset/" + group + "/cpuset.cpus", wholeMachine());
        write("cgroup/cpuset/" + group + "/cpuset.mems", "0");
        write("cgroup/memory/" + group + "/memory.limit_in_bytes", "9223372036854771712");
        write("cgroup/memory/" + group + "/memory.usage_in_bytes", "0");
        write("cgroup/memory/" + group + "/memory.stat", """
                total_cache 0
                total_rss 0
                total_inactive_anon 0
                total_active_anon 0
                total_inactive_file 0
                total_active_file 0
                total_unevictable 0
                """);
        write("cgroup/cpuacct/" + group + "/cpuacct.usage", "0");
        write("cgroup/blkio/" + group + "/cgroup.procs", "");
    }

    private void advance() {
        try {
            long now = System.nanoTime();
            long passed = now - last;
            last = now;
            podNanos += passed * onlineMilliCpu / 1000;
            systemNanos += passed * SYSTEM_MILLI_CPU / 1000;
            write("cgroup/cpuacct/" + podGroup + "/cpuacct.usage", Long.toString(podNanos));
            write(
                    "proc/stat",
                    "cpu  %d 0 %d 0 0 0 0 0 0 0\n".formatted(podNanos / NANOS_PER_TICK, systemNanos / NANOS_PER_TICK));
            write("proc/meminfo", """
                    MemTotal: %1$d kB
                    MemFree: %2$d kB
                    MemAvailable: %2$d kB
                    Buffers: 0 kB
                    Cached: 0 kB
                    """.formatted(MEMORY_KIB, MEMORY_KIB - (1 << 20)));
        } catch (UncheckedIOException e) {
            LOG.error("the machine stands still", e);
        }
    }

    /** A reader finds the old or the new content whole. */
    private void write(String file, String content) {
        try {
            Path target = root.resolve(file);
            Files.createDirectories(target.getParent());
            // In place and at once, like a kernel file: the agent keeps its files open.
            byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
            try (FileChannel channel = FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(bytes), 0);
                channel.truncate(bytes.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String read(String file) {
        try {
            return Files.readString(root.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
