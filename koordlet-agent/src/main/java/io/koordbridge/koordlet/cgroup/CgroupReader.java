package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.Path;

/** Reads values of control groups. A missing file is a {@link java.nio.file.NoSuchFileException}, a bad text an IOException naming it. */
public final class CgroupReader {

    private final CgroupTree tree;

    public CgroupReader(CgroupTree tree) {
        this.tree = tree;
    }

    public CgroupTree tree() {
        return tree;
    }

    public long cpuUsageNanos(String dir) throws IOException {
        return parsed(CgroupResource.CPUACCT_USAGE, dir, text -> CgroupFormat.cpuUsageNanos(tree.version(), text));
    }

    public CgroupFormat.MemoryStat memoryStat(String dir) throws IOException {
        return parsed(CgroupResource.MEMORY_STAT, dir, text -> CgroupFormat.memoryStat(tree.version(), text));
    }

    public CgroupFormat.ThrottleStat throttleStat(String dir) throws IOException {
        return parsed(CgroupResource.CPU_STAT, dir, text -> CgroupFormat.throttleStat(tree.version(), text));
    }

    /** Memory with page cache. */
    public long memoryUsageBytes(String dir) throws IOException {
        return parsed(CgroupResource.MEMORY_USAGE, dir, CgroupFormat::bytes);
    }

    /** Memory limit, -1 when unlimited. */
    public long memoryLimitBytes(String dir) throws IOException {
        return parsed(CgroupResource.MEMORY_LIMIT, dir, CgroupFormat::memoryLimitBytes);
    }

    /** Quota, -1 when unlimited. */
    public long quotaMicros(String dir) throws IOException {
        return parsed(CgroupResource.CPU_CFS_QUOTA, dir, text -> CgroupFormat.quotaMicros(tree.version(), text));
    }

    public long periodMicros(String dir) throws IOException {
        return parsed(CgroupResource.CPU_CFS_PERIOD, dir, text -> CgroupFormat.periodMicros(tree.version(), text));
    }

    public long shares(String dir) throws IOException {
        return parsed(CgroupResource.CPU_SHARES, dir, text -> CgroupFormat.shares(tree.version(), text));
    }

    /** CPUs that a control group may use; in version 2 the effective ones. */
    public CpuSet cpus(String dir) throws IOException {
        Path file = file(CgroupResource.CPUSET_CPUS, dir);
        Path readable = tree.version() == CgroupVersion.V1 ? file : file.resolveSibling("cpuset.cpus.effective");
        return parsed(CgroupResource.CPUSET_CPUS, CpuSet::parse, readable);
    }

    /** Content of a resource's file without the newline at its end. */
    public String text(CgroupResource resource, String dir) throws IOException {
        return tree.files().read(file(resource, dir)).stripTrailing();
    }

    private Path file(CgroupResource resource, String dir) throws IOException {
        return tree.file(resource, dir)
                .orElseThrow(() -> new IOException(resource.v1Name() + " does not exist in " + tree.version()));
    }

    private interface Parser<T> {
        T parse(String text);
    }

    private <T> T parsed(CgroupResource resource, String dir, Parser<T> parser) throws IOException {
        return parsed(resource, parser, file(resource, dir));
    }

    private <T> T parsed(CgroupResource resource, Parser<T> parser, Path file) throws IOException {
        String text = tree.files().read(file).strip();
        try {
            return parser.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " (" + resource.v1Name() + "): " + e.getMessage(), e);
        }
    }
}
