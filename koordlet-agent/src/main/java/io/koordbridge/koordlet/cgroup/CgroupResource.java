package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files the agent knows, named by their version 1 name; specification section 5.2. */
public enum CgroupResource {
    CPU_STAT("cpu", "cpu.stat", "cpu.stat", Support.ALWAYS, Support.ALWAYS),
    CPU_SHARES("cpu", "cpu.shares", "cpu.weight", Support.ALWAYS, Support.ALWAYS),
    CPU_CFS_QUOTA("cpu", "cpu.cfs_quota_us", "cpu.max", Support.ALWAYS, Support.ALWAYS),
    CPU_CFS_PERIOD("cpu", "cpu.cfs_period_us", "cpu.max", Support.ALWAYS, Support.ALWAYS),
    CPU_CFS_BURST("cpu", "cpu.cfs_burst_us", "cpu.max.burst", Support.FILE, Support.KUBEPODS),
    CPU_BVT("cpu", "cpu.bvt_warp_ns", "cpu.bvt_warp_ns", Support.FILE, Support.FILE),
    CPU_IDLE("cpu", "cpu.idle", "cpu.idle", Support.KUBEPODS, Support.KUBEPODS),
    TASKS("cpu", "tasks", "cgroup.threads", Support.ALWAYS, Support.ALWAYS),
    PROCS("cpu", "cgroup.procs", "cgroup.procs", Support.ALWAYS, Support.ALWAYS),
    CPUSET_CPUS("cpuset", "cpuset.cpus", "cpuset.cpus", Support.ALWAYS, Support.ALWAYS),
    CPUACCT_USAGE("cpuacct", "cpuacct.usage", "cpu.stat", Support.ALWAYS, Support.ALWAYS),
    CPUACCT_STAT("cpuacct", "cpuacct.stat", "cpu.stat", Support.ALWAYS, Support.ALWAYS),
    CPU_PRESSURE("cpuacct", "cpu.pressure", "cpu.pressure", Support.KUBEPODS, Support.KUBEPODS),
    MEMORY_PRESSURE("cpuacct", "memory.pressure", "memory.pressure", Support.KUBEPODS, Support.KUBEPODS),
    IO_PRESSURE("cpuacct", "io.pressure", "io.pressure", Support.KUBEPODS, Support.KUBEPODS),
    MEMORY_LIMIT("memory", "memory.limit_in_bytes", "memory.max", Support.ALWAYS, Support.ALWAYS),
    MEMORY_USAGE("memory", "memory.usage_in_bytes", "memory.current", Support.ALWAYS, Support.ALWAYS),
    MEMORY_STAT("memory", "memory.stat", "memory.stat", Support.ALWAYS, Support.ALWAYS),
    MEMORY_NUMA_STAT("memory", "memory.numa_stat", "memory.numa_stat", Support.ALWAYS, Support.ALWAYS),
    MEMORY_MIN("memory", "memory.min", "memory.min", Support.KUBEPODS, Support.ALWAYS),
    MEMORY_LOW("memory", "memory.low", "memory.low", Support.KUBEPODS, Support.ALWAYS),
    MEMORY_HIGH("memory", "memory.high", "memory.high", Support.KUBEPODS, Support.ALWAYS),
    MEMORY_WMARK_RATIO("memory", "memory.wmark_ratio", "memory.wmark_ratio", Support.KUBEPODS, Support.FILE),
    MEMORY_WMARK_SCALE(
            "memory", "memory.wmark_scale_factor", "memory.wmark_scale_factor", Support.KUBEPODS, Support.FILE),
    MEMORY_WMARK_MIN_ADJ("memory", "memory.wmark_min_adj", "memory.wmark_min_adj", Support.KUBEPODS, Support.FILE),
    MEMORY_PRIORITY("memory", "memory.priority", "memory.priority", Support.KUBEPODS, Support.FILE),
    MEMORY_USE_PRIORITY_OOM(
            "memory", "memory.use_priority_oom", "memory.use_priority_oom", Support.KUBEPODS, Support.FILE),
    MEMORY_OOM_GROUP("memory", "memory.oom.group", "memory.oom.group", Support.KUBEPODS, Support.FILE),
    MEMORY_IDLE_PAGE_STATS("memory", "memory.idle_page_stats", null, Support.KUBEPODS, Support.NEVER),
    BLKIO_READ_IOPS("blkio", "blkio.throttle.read_iops_device", null, Support.KUBEPODS, Support.NEVER),
    BLKIO_READ_BPS("blkio", "blkio.throttle.read_bps_device", null, Support.KUBEPODS, Support.NEVER),
    BLKIO_WRITE_IOPS("blkio", "blkio.throttle.write_iops_device", null, Support.KUBEPODS, Support.NEVER),
    BLKIO_WRITE_BPS("blkio", "blkio.throttle.write_bps_device", null, Support.KUBEPODS, Support.NEVER);

    /** When a resource counts as supported. */
    enum Support {
        ALWAYS,
        /** The file exists in the very directory. */
        FILE,
        /** The file exists in the directory of all pods; looked up once. */
        KUBEPODS,
        NEVER
    }

    private static final Map<String, CgroupResource> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(CgroupResource::v1Name, Function.identity()));

    private final String subsystem;
    private final String v1Name;
    private final @Nullable String v2Name;
    private final Support v1Support;
    private final Support v2Support;

    CgroupResource(String subsystem, String v1Name, @Nullable String v2Name, Support v1Support, Support v2Support) {
        this.subsystem = subsystem;
        this.v1Name = v1Name;
        this.v2Name = v2Name;
        this.v1Support = v1Support;
        this.v2Support = v2Support;
    }

    /** The resource of a version 1 name; empty when unknown. */
    public static Optional<CgroupResource> ofName(String v1Name) {
        return Optional.ofNullable(BY_NAME.get(v1Name));
    }

    /** Version 1 hierarchy. */
    public String subsystem() {
        return subsystem;
    }

    public String v1Name() {
        return v1Name;
    }

    /** File name in a version. */
    public Optional<String> fileName(CgroupVersion version) {
        return version == CgroupVersion.V1 ? Optional.of(v1Name) : Optional.ofNullable(v2Name);
    }

    Support support(CgroupVersion version) {
        return version == CgroupVersion.V1 ? v1Support : v2Support;
    }

    /** Whether a leveled batch widens parents first and narrows children first. */
    public boolean isMergeable() {
        return switch (this) {
            case MEMORY_MIN, MEMORY_LOW, MEMORY_HIGH, CPU_CFS_QUOTA, CPUSET_CPUS -> true;
            default -> false;
        };
    }

    /** Whether the converted text may be written. */
    boolean accepts(CgroupVersion version, String text) {
        return switch (this) {
            case CPU_SHARES -> version == CgroupVersion.V1 ? within(text, 2, 262_144) : within(text, 1, 10_000);
            case CPU_CFS_BURST -> within(text, 0, version == CgroupVersion.V1 ? 100_000_000 : Long.MAX_VALUE);
            case CPU_BVT -> within(text, -1, 2);
            case CPU_IDLE, MEMORY_USE_PRIORITY_OOM, MEMORY_OOM_GROUP -> within(text, 0, 1);
            case MEMORY_MIN, MEMORY_LOW, MEMORY_HIGH -> within(text, 0, Long.MAX_VALUE);
            case MEMORY_WMARK_RATIO -> within(text, 0, 100);
            case MEMORY_WMARK_SCALE -> within(text, 1, 1000);
            case MEMORY_WMARK_MIN_ADJ -> within(text, -25, 50);
            case MEMORY_PRIORITY -> within(text, 0, 12);
            case CPUSET_CPUS -> isCpuList(text);
            default -> true;
        };
    }

    private static boolean within(String text, long lowest, long highest) {
        try {
            long value = text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
            return value >= lowest && value <= highest;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isCpuList(String text) {
        try {
            return CpuSet.parse(text).size() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
