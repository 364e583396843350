package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One file of a control group, named by its version 1 name: where it is, what it holds, what it takes and how it is written; specification
 * section 5.2. Values are given in version 1 terms, whatever the machine has.
 *
 * @param <T> what the file holds
 */
public final class Knob<T> {

    /** How writes of one batch are ordered. */
    public enum Order {
        /** Each on its own. */
        NONE,
        /** A number that a parent must have at least as large as its children. */
        AMOUNT,
        /** CPUs that a parent must have as well. */
        CPUS
    }

    /** The value that a file gets back after its last user. */
    public enum Release {
        /** What it held before the first write. */
        ORIGINAL,
        /** No limit. */
        UNLIMITED,
        /** What its parent has. */
        PARENT,
        /** Nothing: the group inherits. */
        INHERITED
    }

    /** When the kernel offers it. */
    enum Support {
        ALWAYS,
        /** The file exists in the very directory. */
        FILE,
        /** The file exists in the directory of all pods. */
        KUBEPODS,
        /** The file exists at the top of its hierarchy. */
        ROOT,
        NEVER
    }

    private static final List<Knob<?>> ALL = new CopyOnWriteArrayList<>();

    public static final Knob<CgroupFormat.ThrottleStat> CPU_STAT =
            at("cpu", "cpu.stat", Codec.THROTTLING).done();
    public static final Knob<Long> CPU_SHARES = at("cpu", "cpu.shares", Codec.SHARES)
            .v2("cpu.weight")
            .range(2, 262_144)
            .done();
    public static final Knob<Long> CPU_CFS_QUOTA = at("cpu", "cpu.cfs_quota_us", Codec.QUOTA)
            .v2("cpu.max")
            .ordered(Order.AMOUNT)
            .released(Release.UNLIMITED, Release.UNLIMITED)
            .done();
    public static final Knob<Long> CPU_CFS_PERIOD =
            at("cpu", "cpu.cfs_period_us", Codec.PERIOD).v2("cpu.max").done();
    public static final Knob<Long> CPU_CFS_BURST = at("cpu", "cpu.cfs_burst_us", Codec.NUMBER)
            .v2("cpu.max.burst")
            .range(0, 100_000_000)
            .v2Highest(Long.MAX_VALUE)
            .supported(Support.FILE, Support.KUBEPODS)
            .done();
    public static final Knob<Long> CPU_BVT = at("cpu", "cpu.bvt_warp_ns", Codec.NUMBER)
            .range(-1, 2)
            .supported(Support.FILE, Support.FILE)
            .done();
    public static final Knob<Long> CPU_IDLE =
            at("cpu", "cpu.idle", Codec.NUMBER).range(0, 1).ofKubepods().done();
    public static final Knob<List<Long>> TASKS =
            at("cpu", "tasks", Codec.THREADS).v2("cgroup.threads").done();
    public static final Knob<List<Long>> PROCS =
            at("cpu", "cgroup.procs", Codec.PROCESSES).done();
    /** Controllers that children may use; takes one {@code +name} at a time. */
    public static final Knob<String> SUBTREE_CONTROL = at("", "cgroup.subtree_control", Codec.TEXT)
            .v1(null)
            .supported(Support.NEVER, Support.ALWAYS)
            .done();

    public static final Knob<CpuSet> CPUSET_CPUS = at("cpuset", "cpuset.cpus", Codec.CPUS)
            .ordered(Order.CPUS)
            .released(Release.PARENT, Release.INHERITED)
            .done();
    public static final Knob<CpuSet> CPUSET_MEMS =
            at("cpuset", "cpuset.mems", Codec.CPUS).done();
    public static final Knob<Long> CPUACCT_USAGE =
            at("cpuacct", "cpuacct.usage", Codec.USAGE_NANOS).v2("cpu.stat").done();
    public static final Knob<String> CPUACCT_STAT =
            at("cpuacct", "cpuacct.stat", Codec.TEXT).v2("cpu.stat").done();
    public static final Knob<PressureStat> CPU_PRESSURE =
            at("cpuacct", "cpu.pressure", Codec.PRESSURE).ofKubepods().done();
    public static final Knob<PressureStat> MEMORY_PRESSURE =
            at("cpuacct", "memory.pressure", Codec.PRESSURE).ofKubepods().done();
    public static final Knob<PressureStat> IO_PRESSURE =
            at("cpuacct", "io.pressure", Codec.PRESSURE).ofKubepods().done();
    public static final Knob<Long> MEMORY_LIMIT = at("memory", "memory.limit_in_bytes", Codec.MEMORY_LIMIT)
            .v2("memory.max")
            .blocking()
            .done();
    public static final Knob<Long> MEMORY_USAGE = at("memory", "memory.usage_in_bytes", Codec.BYTES)
            .v2("memory.current")
            .done();
    public static final Knob<CgroupFormat.MemoryStat> MEMORY_STAT =
            at("memory", "memory.stat", Codec.MEMORY_STAT).done();
    public static final Knob<Map<Integer, Long>> MEMORY_NUMA_STAT =
            at("memory", "memory.numa_stat", Codec.NUMA_PAGES).done();
    public static final Knob<Long> MEMORY_MIN = protection("memory.min").done();
    public static final Knob<Long> MEMORY_LOW = protection("memory.low").done();
    public static final Knob<Long> MEMORY_HIGH =
            protection("memory.high").blocking().done();
    public static final Knob<Long> MEMORY_WMARK_RATIO = memory("memory.wmark_ratio", 0, 100);
    public static final Knob<Long> MEMORY_WMARK_SCALE = memory("memory.wmark_scale_factor", 1, 1000);
    public static final Knob<Long> MEMORY_WMARK_MIN_ADJ = memory("memory.wmark_min_adj", -25, 50);
    public static final Knob<Long> MEMORY_PRIORITY = memory("memory.priority", 0, 12);
    public static final Knob<Long> MEMORY_USE_PRIORITY_OOM = memory("memory.use_priority_oom", 0, 1);
    public static final Knob<Long> MEMORY_OOM_GROUP = memory("memory.oom.group", 0, 1);
    public static final Knob<Long> MEMORY_IDLE_PAGE_STATS = at("memory", "memory.idle_page_stats", Codec.COLD_BYTES)
            .v2(null)
            .supported(Support.KUBEPODS, Support.NEVER)
            .done();
    public static final Knob<Long> PAGE_CACHE_LIMIT_ENABLE = pageCache("memory.pagecache_limit.enable", 1);
    public static final Knob<Long> PAGE_CACHE_LIMIT_SIZE = pageCache("memory.pagecache_limit.size", Long.MAX_VALUE);
    public static final Knob<Long> PAGE_CACHE_LIMIT_SYNC = pageCache("memory.pagecache_limit.sync", 1);
    public static final Knob<String> BLKIO_READ_IOPS = blkio("blkio.throttle.read_iops_device", Codec.DISK_LIMIT, "0");
    public static final Knob<String> BLKIO_READ_BPS = blkio("blkio.throttle.read_bps_device", Codec.DISK_LIMIT, "0");
    public static final Knob<String> BLKIO_WRITE_IOPS =
            blkio("blkio.throttle.write_iops_device", Codec.DISK_LIMIT, "0");
    public static final Knob<String> BLKIO_WRITE_BPS = blkio("blkio.throttle.write_bps_device", Codec.DISK_LIMIT, "0");
    public static final Knob<String> BLKIO_WEIGHT = blkio("blkio.cost.weight", Codec.DISK_WEIGHT, "100");
    public static final Knob<String> BLKIO_QOS = blkio("blkio.cost.qos", Codec.TEXT, "enable=0");
    public static final Knob<String> BLKIO_MODEL = blkio("blkio.cost.model", Codec.DISK_MODEL, "ctrl=auto");
    public static final Knob<Long> NET_CLS_CLASSID = at("net_cls", "net_cls.classid", Codec.NUMBER)
            .v2(null)
            .range(0, 0xFFFF_FFFFL)
            .supported(Support.KUBEPODS, Support.NEVER)
            .done();

    private final Builder<T> shape;

    private Knob(Builder<T> shape) {
        this.shape = shape;
    }

    /**
     * A file that the package of a strategy defines, as a constant.
     *
     * @throws IllegalArgumentException when its name is taken
     */
    public static <T> Knob<T> of(KnobShape<T> defined) {
        if (ofName(defined.name()).isPresent()) {
            throw new IllegalArgumentException("knob " + defined.name() + " is defined twice");
        }
        Codec<T> codec = new Codec<>((version, text) -> defined.parser().apply(text), text -> text);
        Builder<T> builder = at(defined.subsystem(), defined.name(), codec)
                .v1(defined.v1File())
                .v2(defined.v2File())
                .supported(Support.FILE, Support.FILE);
        builder.tree = defined.tree();
        builder.form = defined.form();
        builder.reset = defined.reset();
        return builder.done();
    }

    /** The knob of a version 1 name; empty when unknown. */
    public static Optional<Knob<?>> ofName(String name) {
        return ALL.stream().filter(one -> one.name().equals(name)).findFirst();
    }

    /** The knob that is written through a file of a version; of {@code cpu.max} the quota. */
    static Optional<Knob<?>> ofFile(CgroupVersion version, String fileName) {
        return ALL.stream()
                .filter(one -> one.fileName(version).filter(fileName::equals).isPresent())
                .findFirst();
    }

    /** Name of the version 1 file. */
    public String name() {
        return shape.name;
    }

    /** Version 1 hierarchy. */
    public String subsystem() {
        return shape.subsystem;
    }

    /** File name in a version; empty when that version has none. */
    public Optional<String> fileName(CgroupVersion version) {
        return Optional.ofNullable(version == CgroupVersion.V1 ? shape.v1File : shape.v2File);
    }

    /** The tree that it is in. */
    public Trees.Kind tree() {
        return shape.tree;
    }

    /** What one intent is about. */
    public KnobShape.Form form() {
        return shape.form;
    }

    String reset() {
        return shape.reset;
    }

    public Order order() {
        return shape.order;
    }

    public Release release(CgroupVersion version) {
        return version == CgroupVersion.V1 ? shape.v1Release : shape.v2Release;
    }

    /** Whether a write may take seconds, because the kernel frees memory for it. */
    public boolean mayBlock() {
        return shape.mayBlock;
    }

    Support support(CgroupVersion version) {
        return version == CgroupVersion.V1 ? shape.v1Support : shape.v2Support;
    }

    /**
     * The value of a file.
     *
     * @throws IllegalArgumentException when the content is not one
     */
    public T parse(CgroupVersion version, String content) {
        return shape.codec.parse().apply(version, content);
    }

    /**
     * The text for the file of a version.
     *
     * @param value in version 1 terms
     * @throws IllegalArgumentException when the file takes no such value
     */
    String toFile(CgroupVersion version, String value) {
        requireAllowed(version, value);
        return version == CgroupVersion.V1 ? value : shape.codec.toV2().apply(value);
    }

    private void requireAllowed(CgroupVersion version, String value) {
        if (shape.codec.equals(Codec.CPUS)) {
            CpuSet.parse(value);
        } else if (shape.ranged) {
            long highest = version == CgroupVersion.V1 ? shape.highest : shape.v2Highest;
            long number = value.equals("max") ? Long.MAX_VALUE : CgroupFormat.number(value);
            if (number < shape.lowest || number > highest) {
                throw new IllegalArgumentException(
                        name() + " = " + value + ": want " + shape.lowest + " to " + highest);
            }
        }
    }

    @Override
    public String toString() {
        return shape.name;
    }

    private static <T> Builder<T> at(String subsystem, String name, Codec<T> codec) {
        return new Builder<>(subsystem, name, codec);
    }

    private static Builder<Long> protection(String name) {
        return at("memory", name, Codec.BYTES)
                .range(0, Long.MAX_VALUE)
                .ordered(Order.AMOUNT)
                .supported(Support.KUBEPODS, Support.ALWAYS);
    }

    private static Knob<Long> memory(String name, long lowest, long highest) {
        return at("memory", name, Codec.NUMBER)
                .range(lowest, highest)
                .supported(Support.KUBEPODS, Support.FILE)
                .done();
    }

    private static Knob<Long> pageCache(String name, long highest) {
        return at("memory", name, Codec.NUMBER)
                .v1(null)
                .range(0, highest)
                .supported(Support.NEVER, Support.FILE)
                .done();
    }

    /** One line for each disk. */
    private static Knob<String> blkio(String name, Codec<String> codec, String reset) {
        return at("blkio", name, codec)
                .v2(null)
                .supported(Support.FILE, Support.NEVER)
                .lines(reset)
                .done();
    }

    /** The parts of a knob's definition. */
    private static final class Builder<T> {
        private final String subsystem;
        private final String name;
        private final Codec<T> codec;
        private @Nullable String v1File;
        private @Nullable String v2File;
        private Support v1Support = Support.ALWAYS;
        private Support v2Support = Support.ALWAYS;
        private boolean ranged;
        private long lowest;
        private long highest;
        private long v2Highest;
        private Order order = Order.NONE;
        private Release v1Release = Release.ORIGINAL;
        private Release v2Release = Release.ORIGINAL;
        private boolean mayBlock;
        private Trees.Kind tree = Trees.Kind.CGROUP;
        private KnobShape.Form form = KnobShape.Form.VALUE;
        private String reset = "";

        Builder(String subsystem, String name, Codec<T> codec) {
            this.subsystem = subsystem;
            this.name = name;
            this.codec = codec;
            this.v1File = name;
            this.v2File = name;
        }

        Builder<T> v1(@Nullable String file) {
            v1File = file;
            return this;
        }

        Builder<T> v2(@Nullable String file) {
            v2File = file;
            return this;
        }

        Builder<T> range(long from, long to) {
            ranged = true;
            lowest = from;
            highest = to;
            v2Highest = to;
            return this;
        }

        Builder<T> v2Highest(long to) {
            v2Highest = to;
            return this;
        }

        Builder<T> supported(Support inV1, Support inV2) {
            v1Support = inV1;
            v2Support = inV2;
            return this;
        }

        Builder<T> ofKubepods() {
            return supported(Support.KUBEPODS, Support.KUBEPODS);
        }

        Builder<T> ordered(Order of) {
            order = of;
            return this;
        }

        Builder<T> released(Release inV1, Release inV2) {
            v1Release = inV1;
            v2Release = inV2;
            return this;
        }

        Builder<T> lines(String resetTo) {
            form = KnobShape.Form.LINE;
            reset = resetTo;
            return this;
        }

        Builder<T> blocking() {
            mayBlock = true;
            return this;
        }

        Knob<T> done() {
            Knob<T> knob = new Knob<>(this);
            ALL.add(knob);
            return knob;
        }
    }
}
