package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A tree in memory with the kernel's rules for CPUs and quotas: what a list of CPUs comes to in version 2, and what version 1 refuses;
 * specification section 5.5. Also for two threads.
 */
public final class KernelCgroupTree extends FakeCgroupTree {

    public static final Path ROOT = Path.of("/cg");

    private static final String CPUS = "cpuset.cpus";
    private static final String EFFECTIVE = "cpuset.cpus.effective";
    private static final String QUOTA = "cpu.cfs_quota_us";
    private static final long PAGE = 4096;

    private final CgroupVersion version;

    /** A machine with these CPUs and no group. */
    public KernelCgroupTree(CgroupVersion version, String online) {
        this.version = version;
        super.put(file("cpuset", "", version == CgroupVersion.V1 ? CPUS : EFFECTIVE), online);
    }

    /** Path of a file of a group. */
    public String file(String hierarchy, String dir, String name) {
        Path top = version == CgroupVersion.V1 ? ROOT.resolve(hierarchy) : ROOT;
        return top.resolve(dir).resolve(name).toString();
    }

    /** A group as the kernel and the kubelet make it. */
    public synchronized void group(String dir) {
        if (version == CgroupVersion.V1) {
            Path parent = Path.of(file("cpuset", dir, CPUS)).getParent().resolveSibling(CPUS);
            put(file("cpuset", dir, CPUS), text(parent));
            put(file("cpu", dir, QUOTA), "-1");
            put(file("cpu", dir, "cpu.cfs_period_us"), "100000");
            put(file("cpu", dir, "cpu.shares"), "2");
            put(file("memory", dir, "memory.limit_in_bytes"), "9223372036854771712");
            put(file("memory", dir, "memory.usage_in_bytes"), "1048576");
            return;
        }
        put(file("", dir, CPUS), "");
        put(file("", dir, "cpu.max"), "max 100000");
        put(file("", dir, "cpu.weight"), "1");
        put(file("", dir, "memory.max"), "max");
        put(file("", dir, "memory.high"), "max");
        put(file("", dir, "memory.current"), "1048576");
    }

    /** Content of a file that is there. */
    public synchronized String text(Path file) {
        try {
            return read(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public synchronized void put(String path, String content) {
        super.put(path, content);
    }

    @Override
    public synchronized String read(Path file) throws IOException {
        boolean computed = version == CgroupVersion.V2
                && file.endsWith(EFFECTIVE)
                && !ROOT.equals(file.getParent())
                && exists(file.resolveSibling(CPUS));
        return computed ? effective(file.getParent()).format() : super.read(file);
    }

    private CpuSet effective(Path group) throws IOException {
        if (ROOT.equals(group)) {
            return CpuSet.parse(super.read(group.resolve(EFFECTIVE)));
        }
        CpuSet above = effective(group.getParent());
        CpuSet own = CpuSet.parse(super.read(group.resolve(CPUS)));
        CpuSet both = own.intersection(above);
        return both.isEmpty() ? above : both;
    }

    @Override
    public synchronized void write(Path file, String value) throws IOException {
        if (version == CgroupVersion.V1) {
            requireAllowed(file, value);
            super.write(file, value);
        } else {
            super.write(file, file.endsWith(CPUS) ? value : pages(file, value));
        }
    }

    private static String pages(Path file, String value) {
        boolean memory = file.endsWith("memory.max") || file.endsWith("memory.high");
        return memory && !value.equals("max") ? Long.toString(Long.parseLong(value) / PAGE * PAGE) : value;
    }

    private void requireAllowed(Path file, String value) throws IOException {
        Path above = file.getParent().resolveSibling(String.valueOf(file.getFileName()));
        if (file.endsWith(CPUS)) {
            CpuSet cpus = CpuSet.parse(value);
            if (exists(above) && !cpus.isSubsetOf(CpuSet.parse(read(above)))) {
                throw new AccessDeniedException(file.toString());
            }
            for (Path child : children(file)) {
                if (!CpuSet.parse(read(child)).isSubsetOf(cpus)) {
                    throw new IOException("Device or resource busy");
                }
            }
        }
        if (file.endsWith(QUOTA) && !value.equals("-1")) {
            requireFits(file, Long.parseLong(value));
        }
    }

    private void requireFits(Path file, long quota) throws IOException {
        for (Path child : children(file)) {
            long own = Long.parseLong(read(child));
            if (own > quota) {
                throw new IOException("Invalid argument");
            }
            if (own < 0) {
                requireFits(child, quota);
            }
        }
    }

    private List<Path> children(Path file) {
        Path group = file.getParent();
        return directories(group).stream()
                .map(name -> group.resolve(name).resolve(String.valueOf(file.getFileName())))
                .filter(this::exists)
                .toList();
    }

    @Override
    public synchronized void take(String path) {
        super.take(path);
    }

    @Override
    public synchronized void mark() {
        super.mark();
    }

    @Override
    public synchronized List<List<String>> takeWrites() {
        return super.takeWrites();
    }

    @Override
    public synchronized Map<String, String> changed() {
        return super.changed();
    }

    @Override
    public synchronized boolean exists(Path path) {
        return super.exists(path);
    }

    @Override
    public synchronized List<String> directories(Path directory) {
        return super.directories(directory);
    }
}
