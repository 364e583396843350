package io.koordbridge.koordlet.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A machine as plain files: /proc, /sys and control groups version 1, whose counters run at rates that the test sets. */
final class SimulatedMachine implements AutoCloseable {

    static final int CPUS = 8;
    private static final String NODE_ONLY = "";
    private static final long GIB_IN_KIB = 1 << 20;

    private final Path root;
    private final Map<String, Double> cores = new ConcurrentHashMap<>();
    private final Map<String, Long> nanos = new ConcurrentHashMap<>();
    private final ScheduledExecutorService driver = Executors.newSingleThreadScheduledExecutor();
    private long lastNanos = System.nanoTime();
    private volatile long usedGib = 2;

    SimulatedMachine(Path root) throws IOException {
        this.root = root;
        for (String hierarchy : new String[] {"cpu", "cpuacct", "memory", "cpuset", "blkio"}) {
            Files.createDirectories(root.resolve("cgroup").resolve(hierarchy));
            Files.writeString(root.resolve("cgroup").resolve(hierarchy).resolve("cgroup.procs"), "");
        }
        for (int cpu = 0; cpu < CPUS; cpu++) {
            Path topology = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology"));
            Files.writeString(topology.resolve("core_id"), cpu / 2 + "\n");
            Files.writeString(topology.resolve("physical_package_id"), "0\n");
        }
        Files.createDirectories(root.resolve("proc"));
        cores.put(NODE_ONLY, 0.25);
        nanos.put(NODE_ONLY, 0L);
        addGroup("kubepods");
        addGroup("kubepods/besteffort");
        addGroup("kubepods/besteffort/hadoop-yarn");
        tick();
        var unused = driver.scheduleAtFixedRate(this::tick, 20, 20, TimeUnit.MILLISECONDS);
    }

    Path cgroups() {
        return root.resolve("cgroup");
    }

    Path proc() {
        return root.resolve("proc");
    }

    Path sys() {
        return root.resolve("sys");
    }

    void addGroup(String dir) throws IOException {
        write("cpu", dir, "cpu.shares", "2");
        write("cpu", dir, "cpu.cfs_quota_us", "-1");
        write("cpu", dir, "cpu.cfs_period_us", "100000");
        write("cpu", dir, "cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");
        write("cpuset", dir, "cpuset.cpus", "0-7");
        write("cpuset", dir, "cpuset.mems", "0");
        write("cpuacct", dir, "cpuacct.usage", "0");
        write("memory", dir, "memory.limit_in_bytes", "9223372036854771712");
        write("memory", dir, "memory.usage_in_bytes", "1048576");
        write("memory", dir, "memory.stat", """
            total_cache 0
            total_rss 1048576
            total_inactive_anon 0
            total_active_anon 1048576
            total_inactive_file 0
            total_active_file 0
            total_unevictable 0
            """);
        nanos.put(dir, 0L);
    }

    /** In one hierarchy. */
    void removeGroup(String hierarchy, String dir) throws IOException {
        Path directory = cgroups().resolve(hierarchy).resolve(dir);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private void write(String hierarchy, String dir, String file, String content) throws IOException {
        Path directory = Files.createDirectories(cgroups().resolve(hierarchy).resolve(dir));
        Files.writeString(directory.resolve(file), content);
    }

    String read(String hierarchy, String dir, String file) throws IOException {
        return Files.readString(cgroups().resolve(hierarchy).resolve(dir).resolve(file))
                .strip();
    }

    /** From now on a group, its parents and the node use this much more than what they use otherwise. */
    void use(String dir, double rate) {
        cores.put(dir, rate);
    }

    /** From now on, of 16 GiB. */
    void useMemory(long gib) {
        usedGib = gib;
    }

    private synchronized void tick() {
        long now = System.nanoTime();
        long passed = now - lastNanos;
        lastNanos = now;
        Map<String, Long> before = Map.copyOf(nanos);
        try {
            double node = 0;
            for (Map.Entry<String, Double> rate : cores.entrySet()) {
                node += rate.getValue();
            }
            nanos.put(NODE_ONLY, before.get(NODE_ONLY) + (long) (node * passed));
            for (String dir : before.keySet()) {
                if (!dir.equals(NODE_ONLY)) {
                    nanos.put(dir, before.get(dir) + (long) (below(dir) * passed));
                    replace(cgroups().resolve("cpuacct").resolve(dir).resolve("cpuacct.usage"), nanos.get(dir) + "\n");
                }
            }
            long ticks = nanos.get(NODE_ONLY) / 10_000_000;
            replace(proc().resolve("stat"), "cpu  " + ticks + " 0 0 999999 0 0 0 0 0 0\n");
            replace(
                    proc().resolve("meminfo"),
                    "MemTotal: " + 16 * GIB_IN_KIB + " kB\nMemFree: " + (14 - usedGib) * GIB_IN_KIB
                            + " kB\nMemAvailable: " + (16 - usedGib) * GIB_IN_KIB + " kB\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double below(String dir) {
        return cores.entrySet().stream()
                .filter(rate -> rate.getKey().equals(dir) || rate.getKey().startsWith(dir + "/"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /**
     * In one write over the old content, in the same file, so that who holds it open sees the new content whole: what is shorter than before
     * is filled up with blanks.
     */
    private void replace(Path file, String content) throws IOException {
        int before = Files.exists(file) ? (int) Files.size(file) : 0;
        String filled = content.stripTrailing() + " ".repeat(Math.max(0, before - content.length())) + "\n";
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(filled.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    @Override
    public void close() {
        driver.shutdownNow();
        try {
            // Else it writes into a directory that is being removed.
            if (!driver.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the simulated machine does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
