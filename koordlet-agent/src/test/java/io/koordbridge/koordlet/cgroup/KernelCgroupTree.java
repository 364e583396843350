package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;

/** A tree in memory that begins with a machine's CPUs; groups are made with the files that the agent concerns itself with. */
public final class KernelCgroupTree extends FakeCgroupTree {

    public static final Path ROOT = Path.of("/cg");

    private static final String CPUS = "cpuset.cpus";
    private static final String EFFECTIVE = "cpuset.cpus.effective";

    private final CgroupVersion version;

    /** A machine with these CPUs and no group. */
    public KernelCgroupTree(CgroupVersion version, String online) {
        this.version = version;
        put(file("cpuset", "", version == CgroupVersion.V1 ? CPUS : EFFECTIVE), online);
    }

    /** Path of a file of a group. */
    public String file(String hierarchy, String dir, String name) {
        Path top = version == CgroupVersion.V1 ? ROOT.resolve(hierarchy) : ROOT;
        return top.resolve(dir).resolve(name).toString();
    }

    /** A group as the kernel and the kubelet make it. */
    public void group(String dir) {
        if (version == CgroupVersion.V1) {
            put(file("cpuset", dir, CPUS), ofParent(dir, CPUS));
            put(file("cpu", dir, "cpu.cfs_quota_us"), "-1");
            put(file("cpu", dir, "cpu.cfs_period_us"), "100000");
            put(file("cpu", dir, "cpu.shares"), "2");
            put(file("memory", dir, "memory.limit_in_bytes"), "9223372036854771712");
            put(file("memory", dir, "memory.usage_in_bytes"), "1048576");
            return;
        }
        put(file("", dir, CPUS), "");
        put(file("", dir, EFFECTIVE), ofParent(dir, EFFECTIVE));
        put(file("", dir, "cpu.max"), "max 100000");
        put(file("", dir, "cpu.weight"), "1");
        put(file("", dir, "memory.max"), "max");
        put(file("", dir, "memory.high"), "max");
        put(file("", dir, "memory.current"), "1048576");
    }

    private String ofParent(String dir, String name) {
        Path group = Path.of(file("cpuset", dir, name)).getParent();
        return text(group.resolveSibling(name));
    }

    /** Content of a file that is there. */
    public String text(Path file) {
        try {
            return read(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
