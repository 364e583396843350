package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters of control groups every tick, without garbage. A missing file is a {@link java.nio.file.NoSuchFileException}, a bad
 * content an IOException naming it. One thread.
 */
public final class UsageReader implements AutoCloseable {

    private static final int LARGEST = 64 << 10;
    private static final byte[] USAGE = ascii("usage_usec");
    private static final byte[] PERIODS = ascii("nr_periods");
    private static final byte[] THROTTLED = ascii("nr_throttled");
    /** Of memory.stat: what no page cache is, then the page cache. */
    private static final List<String> MEMORY_LINES =
            List.of("inactive_anon", "active_anon", "unevictable", "inactive_file", "active_file");

    private static final long NANOS_PER_MICRO = 1_000;

    private final CgroupTree tree;
    private final ByteSource source;
    private final byte[] bytes = new byte[LARGEST];
    private @Nullable Path held;
    private int heldLength;
    private final LinesOfNumbers memoryLines;
    private final long[] memory = new long[MEMORY_LINES.size()];

    public UsageReader(CgroupTree tree) {
        this.tree = tree;
        this.source = tree.files().bytes();
        String prefix = tree.version() == CgroupVersion.V1 ? "total_" : "";
        this.memoryLines =
                new LinesOfNumbers(MEMORY_LINES.stream().map(prefix::concat).toList());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public CgroupTree tree() {
        return tree;
    }

    /** Counters of one group, as files that are opened once. In version 2 CPU time and throttling are in one. */
    public record GroupFiles(Path cpu, Path cpuStat, Path memoryStat, Path memoryUsage) {}

    /** CPU periods of a group with a quota, and how many of them it had used up. */
    public record Throttling(long periods, long throttled) {}

    /** Memory in bytes. */
    public record Memory(long usage, long withPageCache) {}

    /** Files of a group. */
    public GroupFiles files(String dir) {
        return new GroupFiles(
                file(Knob.CPUACCT_USAGE, dir),
                file(Knob.CPU_STAT, dir),
                file(Knob.MEMORY_STAT, dir),
                file(Knob.MEMORY_USAGE, dir));
    }

    /** The file that names the CPUs that a group may use; in version 2 the effective ones. */
    public Path cpusFile(String dir) {
        Path file = file(Knob.CPUSET_CPUS, dir);
        return tree.version() == CgroupVersion.V1 ? file : file.resolveSibling("cpuset.cpus.effective");
    }

    private Path file(Knob<?> knob, String dir) {
        return tree.file(knob, dir).orElseThrow(() -> new IllegalArgumentException(knob + " does not exist here"));
    }

    /** What is read last stays, for another question to the same file right after. */
    private int read(Path file) throws IOException {
        held = null;
        heldLength = source.read(file, bytes);
        held = file;
        return heldLength;
    }

    /** CPU time used. */
    public long cpuNanos(GroupFiles group) throws IOException {
        int length = read(group.cpu());
        try {
            return tree.version() == CgroupVersion.V1
                    ? ByteParser.number(bytes, length)
                    : ByteParser.valueOf(bytes, length, USAGE) * NANOS_PER_MICRO;
        } catch (IllegalArgumentException e) {
            throw bad(group.cpu(), e);
        }
    }

    /** How often the group had to wait for its quota; of version 2 without another reading right after {@link #cpuNanos}. */
    public Throttling throttling(GroupFiles group) throws IOException {
        int length = group.cpuStat().equals(held) ? heldLength : read(group.cpuStat());
        try {
            return new Throttling(
                    ByteParser.valueOf(bytes, length, PERIODS), ByteParser.valueOf(bytes, length, THROTTLED));
        } catch (IllegalArgumentException e) {
            throw bad(group.cpuStat(), e);
        }
    }

    /** Memory in use. */
    public Memory memory(GroupFiles group) throws IOException {
        int length = read(group.memoryStat());
        try {
            int unused = memoryLines.read(bytes, length, memory);
            long usage = memory[0] + memory[1] + memory[2];
            long pageCache = memory[3] + memory[4];
            return new Memory(usage, usage + pageCache);
        } catch (IllegalArgumentException e) {
            throw bad(group.memoryStat(), e);
        }
    }

    /** All memory of a group, the kernel's included. */
    public long memoryUsageBytes(GroupFiles group) throws IOException {
        int length = read(group.memoryUsage());
        try {
            return ByteParser.number(bytes, length);
        } catch (IllegalArgumentException e) {
            throw bad(group.memoryUsage(), e);
        }
    }

    /**
     * Pages of a group by NUMA node, of 4096 bytes.
     *
     * @param file that {@link #numaFile} names
     */
    public Map<Integer, Long> numaPages(Path file) throws IOException {
        String text = text(file);
        try {
            return StatParser.numaPages(tree.version(), text);
        } catch (IllegalArgumentException e) {
            throw bad(file, e);
        }
    }

    /** Bytes of a group that nothing touched for long; version 1 with kidled only. */
    public long coldBytes(String dir) throws IOException {
        Path file = file(Knob.MEMORY_IDLE_PAGE_STATS, dir);
        String text = text(file);
        try {
            return Knob.MEMORY_IDLE_PAGE_STATS.parse(tree.version(), text);
        } catch (IllegalArgumentException e) {
            throw bad(file, e);
        }
    }

    /** The file that names the memory of a group by NUMA node. */
    public Path numaFile(String dir) {
        return file(Knob.MEMORY_NUMA_STAT, dir);
    }

    /** Number of CPUs that a group may use. */
    public int cpuCount(Path cpusFile) throws IOException {
        int length = read(cpusFile);
        try {
            return ByteParser.listSize(bytes, length);
        } catch (IllegalArgumentException e) {
            throw bad(cpusFile, e);
        }
    }

    /** Whole content of a file. */
    public String text(Path file) throws IOException {
        return new String(bytes, 0, read(file), StandardCharsets.UTF_8);
    }

    /** A tick ends; descriptors of groups that were not read in it are closed. */
    public void endTick() {
        held = null;
        source.endTick();
    }

    private static IOException bad(Path file, IllegalArgumentException problem) {
        return new IOException(file + ": " + problem.getMessage(), problem);
    }

    @Override
    public void close() {
        source.close();
    }
}
