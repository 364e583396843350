package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.Path;

/** Reads values of control groups. A missing file is a {@link java.nio.file.NoSuchFileException}, a bad text an IOException naming it. */
public final class CgroupReader {

    private final CgroupTree tree;
    private final Source source;

    /** Where contents come from. */
    public interface Source {
        /** Whole content of a file. */
        String read(Path file) throws IOException;
    }

    /** Opens each file for each reading. */
    public CgroupReader(CgroupTree tree) {
        this(tree, tree.files()::read);
    }

    public CgroupReader(CgroupTree tree, Source source) {
        this.tree = tree;
        this.source = source;
    }

    public CgroupTree tree() {
        return tree;
    }

    /** The value of a knob in a group. */
    public <T> T read(Knob<T> knob, String dir) throws IOException {
        return parsed(knob, file(knob, dir));
    }

    public long cpuUsageNanos(String dir) throws IOException {
        return read(Knob.CPUACCT_USAGE, dir);
    }

    public CgroupFormat.MemoryStat memoryStat(String dir) throws IOException {
        return read(Knob.MEMORY_STAT, dir);
    }

    /** Quota, -1 when unlimited. */
    public long quotaMicros(String dir) throws IOException {
        return read(Knob.CPU_CFS_QUOTA, dir);
    }

    /** CPUs that a control group may use; in version 2 the effective ones. */
    public CpuSet cpus(String dir) throws IOException {
        Path file = file(Knob.CPUSET_CPUS, dir);
        boolean own = tree.version() == CgroupVersion.V1;
        return parsed(Knob.CPUSET_CPUS, own ? file : file.resolveSibling("cpuset.cpus.effective"));
    }

    /** Content of a knob's file without the newline at its end. */
    public String text(Knob<?> knob, String dir) throws IOException {
        return source.read(file(knob, dir)).stripTrailing();
    }

    /** The file of a knob in a group. */
    public Path file(Knob<?> knob, String dir) throws IOException {
        return tree.file(knob, dir)
                .orElseThrow(() -> new IOException(knob.name() + " does not exist in " + tree.version()));
    }

    /** Whole content of a file, for {@link #parse}. */
    public String content(Path file) throws IOException {
        return source.read(file);
    }

    private <T> T parsed(Knob<T> knob, Path file) throws IOException {
        return parse(knob, file, content(file));
    }

    /** What a content of a file means for a knob. */
    public <T> T parse(Knob<T> knob, Path file, String content) throws IOException {
        try {
            return knob.parse(tree.version(), CgroupFormat.withoutNewlines(content));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " (" + knob.name() + "): " + e.getMessage(), e);
        }
    }
}
