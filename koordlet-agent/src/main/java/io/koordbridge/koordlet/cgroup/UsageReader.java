package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads counters of control groups every tick, without garbage. A missing file is a {@link java.nio.file.NoSuchFileException}, a bad
 * content an IOException naming it. One thread.
 */
public final class UsageReader implements AutoCloseable {

    private static final int LARGEST = 64 << 10;
    private static final byte[] USAGE = ascii("usage_usec");
    private static final long NANOS_PER_MICRO = 1_000;

    private final CgroupTree tree;
    private final ByteSource source;
    private final byte[] bytes = new byte[LARGEST];
    private final byte[] inactiveAnon;
    private final byte[] activeAnon;
    private final byte[] unevictable;
    private final byte[] inactiveFile;
    private final byte[] activeFile;

    public UsageReader(CgroupTree tree) {
        this.tree = tree;
        this.source = tree.files().bytes();
        String prefix = tree.version() == CgroupVersion.V1 ? "total_" : "";
        this.inactiveAnon = ascii(prefix + "inactive_anon");
        this.activeAnon = ascii(prefix + "active_anon");
        this.unevictable = ascii(prefix + "unevictable");
        this.inactiveFile = ascii(prefix + "inactive_file");
        this.activeFile = ascii(prefix + "active_file");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public CgroupTree tree() {
        return tree;
    }

    /** Counters of one group, as files that are opened once. */
    public record GroupFiles(Path cpu, Path memoryStat, Path memoryUsage) {}

    /** Memory in bytes. */
    public record Memory(long usage, long withPageCache) {}

    /** Files of a group. */
    public GroupFiles files(String dir) {
        return new GroupFiles(file(Knob.CPUACCT_USAGE, dir), file(Knob.MEMORY_STAT, dir), file(Knob.MEMORY_USAGE, dir));
    }

    /** The file that names the CPUs that a group may use; in version 2 the effective ones. */
    public Path cpusFile(String dir) {
        Path file = file(Knob.CPUSET_CPUS, dir);
        return tree.version() == CgroupVersion.V1 ? file : file.resolveSibling("cpuset.cpus.effective");
    }

    private Path file(Knob<?> knob, String dir) {
        return tree.file(knob, dir).orElseThrow(() -> new IllegalArgumentException(knob + " does not exist here"));
    }

    /** CPU time used. */
    public long cpuNanos(GroupFiles group) throws IOException {
        int length = source.read(group.cpu(), bytes);
        try {
            return tree.version() == CgroupVersion.V1
                    ? ByteParser.number(bytes, length)
                    : ByteParser.valueOf(bytes, length, USAGE) * NANOS_PER_MICRO;
        } catch (IllegalArgumentException e) {
            throw bad(group.cpu(), e);
        }
    }

    /** Memory in use. */
    public Memory memory(GroupFiles group) throws IOException {
        int length = source.read(group.memoryStat(), bytes);
        try {
            long usage = ByteParser.valueOf(bytes, length, inactiveAnon)
                    + ByteParser.valueOf(bytes, length, activeAnon)
                    + ByteParser.valueOf(bytes, length, unevictable);
            long pageCache =
                    ByteParser.valueOf(bytes, length, inactiveFile) + ByteParser.valueOf(bytes, length, activeFile);
            return new Memory(usage, usage + pageCache);
        } catch (IllegalArgumentException e) {
            throw bad(group.memoryStat(), e);
        }
    }

    /** All memory of a group, the kernel's included. */
    public long memoryUsageBytes(GroupFiles group) throws IOException {
        int length = source.read(group.memoryUsage(), bytes);
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

    /** The file that names the memory of a group by NUMA node. */
    public Path numaFile(String dir) {
        return file(Knob.MEMORY_NUMA_STAT, dir);
    }

    /** Number of CPUs that a group may use. */
    public int cpuCount(Path cpusFile) throws IOException {
        int length = source.read(cpusFile, bytes);
        try {
            return ByteParser.listSize(bytes, length);
        } catch (IllegalArgumentException e) {
            throw bad(cpusFile, e);
        }
    }

    /** Whole content of a file. */
    public String text(Path file) throws IOException {
        return new String(bytes, 0, source.read(file, bytes), StandardCharsets.UTF_8);
    }

    /** A tick ends; descriptors of groups that were not read in it are closed. */
    public void endTick() {
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
