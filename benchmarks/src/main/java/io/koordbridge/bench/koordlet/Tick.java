package io.koordbridge.bench.koordlet;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.app.CollectLoop;
import io.koordbridge.koordlet.app.KoordletConfig;
import io.koordbridge.koordlet.app.Strategies;
import io.koordbridge.koordlet.app.SuppressTrace;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.ColdMemorySampler;
import io.koordbridge.koordlet.collect.CollectConfig;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.NumaCollector;
import io.koordbridge.koordlet.collect.NumaSampler;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.PodNumaMemory;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.TierUsage;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.pressure.PressureSampler;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.measure.subject.SubjectGauges;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.TierGroups;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processors;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A tick of the agent on a node where nothing changes: it reads everything, all strategies decide, nothing is written. Each pod has two
 * containers with a process and two init containers that ended; two of three pods are best-effort, the others have their CPUs from a pool.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Tick {

    /** Control groups of the kernel. */
    public static final String KERNEL = "v1-kernel";
    /** Plain files. */
    public static final String FILES = "v2-files";
    /** Best-effort work is limited by a cpuset, gates as shipped. */
    public static final String CPUSET = "cpuset";
    /** By a quota, gates as shipped. */
    public static final String QUOTA = "cfsQuota";
    /** By a cpuset, every gate with a meaning on, and every section of the NodeSLO. */
    public static final String ALL = "cpuset, all gates";

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SETTLING = 200;
    private static final int LARGEST_ITERATION = 10_000;
    private static final int BEST_EFFORT_OF = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Containers on the node, two in each pod. */
    @Param({"50", "150", "500"})
    public int containers;

    /** Where their groups are. */
    @Param({FILES, KERNEL})
    public String tree = FILES;

    /** What is switched on. */
    @Param({CPUSET, QUOTA, ALL})
    public String policy = CPUSET;

    private final SteppedClock clock = new SteppedClock();
    private final AtomicLong written = new AtomicLong();
    private final StrategyTimes times = new StrategyTimes();
    private final List<AutoCloseable> closing = new ArrayList<>();
    private @Nullable Path temp;
    private @Nullable CollectLoop loop;

    /** What JMH does not measure by itself. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Spent {
        /** CPU of the thread. */
        public long cpuNanos;
        /** Ticks of that time. */
        public long ticks;
        /** Files written in that time. */
        public long writes;
        /** CPU of the slowest tick. */
        public long slowestNanos;
        /** CPU of the tick in the middle. */
        public long medianNanos;

        private final long[] sorted = new long[LARGEST_ITERATION];

        private void add(long nanos) {
            if (ticks < sorted.length) {
                int size = (int) ticks;
                int place = Arrays.binarySearch(sorted, 0, size, nanos);
                int at = place < 0 ? -place - 1 : place;
                System.arraycopy(sorted, at, sorted, at + 1, size - at);
                sorted[at] = nanos;
                medianNanos = sorted[size / 2];
                slowestNanos = sorted[size];
            }
            cpuNanos += nanos;
            ticks++;
        }
    }

    /** Makes a machine with its pods, and lets the agent write what there is to write. */
    @Setup
    public void prepare() throws IOException {
        temp = Files.createTempDirectory("koordlet-tick");
        Path proc = Files.createDirectories(temp.resolve("proc"));
        Files.writeString(proc.resolve("stat"), "cpu  100 0 0 999999 0 0 0 0 0 0\n");
        Files.writeString(
                proc.resolve("meminfo"), "MemTotal: 16777216 kB\nMemFree: 12582912 kB\nMemAvailable: 14680064 kB\n");
        List<Pod> pods = Stream.iterate(0, number -> number + 1)
                .limit(containers / BenchPods.CONTAINERS)
                .map(number -> BenchPods.running(
                        number % BEST_EFFORT_OF == 0
                                ? BenchPods.latencySensitive(number, "node")
                                : BenchPods.bound(number, "node")))
                .toList();
        loop = loop(groups(pods, temp), proc, view(pods));
        for (int i = 0; i < SETTLING; i++) {
            oneTick();
        }
    }

    private CgroupTree groups(List<Pod> pods, Path directory) throws IOException {
        List<String> all = new ArrayList<>(List.of("kubepods/besteffort/hadoop-yarn", "kubepods/burstable"));
        pods.forEach(pod -> all.addAll(BenchPods.groups(pod)));
        if (tree.equals(KERNEL)) {
            OwnHierarchies kernel = new OwnHierarchies(directory);
            closing.add(kernel);
            for (String group : all) {
                kernel.make(group);
            }
            for (Pod pod : pods) {
                for (String container : BenchPods.groups(pod).subList(1, 1 + BenchPods.CONTAINERS)) {
                    var unused = kernel.run(container, "exec sleep 100000");
                }
            }
            return new CgroupTree(kernel.root(), CgroupVersion.V1, CgroupDriver.CGROUPFS, new HostFiles());
        }
        UnifiedFiles files = new UnifiedFiles(directory.resolve("cgroup-root"));
        for (String group : all) {
            files.make(group);
        }
        return new CgroupTree(directory.resolve("cgroup-root"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
    }

    private NodeView view(List<Pod> pods) {
        Map<String, Quantity> amounts = Map.of(
                "cpu",
                new Quantity("2"),
                "memory",
                new Quantity("16Gi"),
                "kubernetes.io/batch-cpu",
                new Quantity("100000"),
                "kubernetes.io/batch-memory",
                new Quantity("64Gi"));
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("node")
                .endMetadata()
                .withNewStatus()
                .withCapacity(amounts)
                .withAllocatable(amounts)
                .endStatus()
                .build();
        NodeSloSpec slo = TickSlo.of(policy.equals(QUOTA) ? QUOTA : CPUSET, policy.equals(ALL));
        List<PodInfo> infos =
                pods.stream().map(pod -> PodInfos.of(pod, Tick::refuse)).toList();
        return new NodeView(
                Optional.of(NodeFacts.of(node, null, Tick::refuse)),
                Optional.of(NodeSlo.of(slo, null, Tick::refuse)),
                Optional.empty(),
                Optional.of(Map.of(
                        "node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-1\"}]")),
                infos);
    }

    private static void refuse(String problem) {
        throw new IllegalStateException(problem);
    }

    private KoordletConfig config() {
        KoordletConfig known = KoordletConfig.DEFAULT;
        Map<String, Boolean> on = policy.equals(ALL)
                ? Arrays.stream(Gate.values())
                        // Core scheduling is refused: all that it does is one problem.
                        .filter(gate -> gate.meaning().isPresent() && gate != Gate.CORE_SCHED)
                        .collect(Collectors.toMap(Gate::wireName, gate -> true))
                : Map.of();
        return new KoordletConfig(
                null,
                known.kubernetes(),
                known.roots(),
                false,
                known.collect(),
                known.report(),
                on,
                known.suppress(),
                known.batchResource(),
                known.evict(),
                known.memory(),
                known.tier(),
                known.yarn(),
                known.audit(),
                known.admin());
    }

    private CollectLoop loop(CgroupTree groups, Path proc, NodeView view) {
        MetricRegistry metrics = new MetricRegistry();
        ReadErrors errors = new ReadErrors(metrics, Tick::refuse);
        UsageReader usage = new UsageReader(groups);
        HostProc machine = new HostProc(groups.files(), proc);
        TierUsage tier = new TierUsage(usage, errors);
        SampleStore store = new SampleStore(KoordletConfig.DEFAULT.collect().limits());
        CgroupWriteListener listener = (file, before, after, reason, error) -> written.incrementAndGet();
        SuppressTrace trace = new SuppressTrace(listener, clock);
        CgroupExecutor writer = new CgroupExecutor(groups, trace, clock, false);
        SlowLane slow = new SlowLane(writer);
        StrategyRunner runner = new StrategyRunner(
                writer, slow, new StrategyRunner.Outlets(owner -> {}, order -> {}), metrics, Tick::refuse);
        Strategies.list(config()).register(runner, times::of);
        Processors processors = new Processors(groups.files(), Path.of("/sys"));
        TierGroups known = new TierGroups(groups);
        closing.addAll(0, List.of(slow, known, usage, machine));
        SnapshotBuilder snapshots = new SnapshotBuilder(
                new SnapshotBuilder.Sources(store, processors::read, groups::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(SECOND.multipliedBy(2), true, Strategies.evicts(config())),
                Tick::refuse);
        CgroupReader held = new CgroupReader(groups, usage::text);
        snapshots.taking(new ReadingsReader(held, store, SECOND, Tick::refuse), runner::needs);
        return new CollectLoop(
                new CollectLoop.Parts(
                        new UsageCollector(
                                new UsageCollector.Sources(usage, machine, tier, List::of),
                                store,
                                SECOND,
                                errors,
                                Tick::refuse),
                        new SurgeSensor(machine, tier),
                        known,
                        held,
                        snapshots,
                        runner,
                        trace,
                        () -> view,
                        samplers(groups, new Sampled(usage, machine, store, errors, metrics), processors)),
                SECOND,
                clock,
                metrics,
                Tick::refuse);
    }

    private record Sampled(
            UsageReader usage, HostProc machine, SampleStore store, ReadErrors errors, MetricRegistry metrics) {}

    private List<PeriodicSampler> samplers(CgroupTree groups, Sampled sampled, Processors processors) {
        Path sys = Path.of("/sys");
        PeriodicSampler numa = new NumaSampler(
                new NumaCollector(sampled.machine(), groups.files(), sys),
                new PodNumaMemory(sampled.usage(), sampled.errors()),
                processors::read,
                sampled.store(),
                sampled.errors());
        PeriodicSampler cold = new ColdMemorySampler(
                sampled.usage(),
                sampled.machine(),
                sys,
                now -> (metric, key, value) -> sampled.store().append(metric, key, now, value),
                sampled.errors());
        PeriodicSampler pressure = new PressureSampler(
                groups,
                Path.of("/proc"),
                CollectConfig.DEFAULT.pressureInterval(),
                now -> (metric, key, value) -> sampled.store().append(metric, key, now, value),
                new SubjectGauges(sampled.metrics(), "n", () -> true),
                sampled.errors());
        return policy.equals(ALL) ? List.of(numa, cold, pressure) : List.of(numa);
    }

    /** Mean CPU of each strategy's decision in nanoseconds, by its name, while nothing changes. */
    Map<String, Double> strategies(int ticks) {
        times.clear();
        for (int i = 0; i < ticks; i++) {
            oneTick();
        }
        Map<String, Double> means = new TreeMap<>();
        times.nanos().forEach((name, nanos) -> means.put(name, (double) nanos / ticks));
        return means;
    }

    private void oneTick() {
        clock.advance(SECOND);
        if (loop != null) {
            loop.look();
        }
    }

    /** One second of the agent's life. */
    @Benchmark
    public void tick(Spent spent) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long before = written.get();
        oneTick();
        spent.add(THREADS.getCurrentThreadCpuTime() - cpu);
        spent.writes += written.get() - before;
    }

    /** Removes the machine. */
    @TearDown
    public void remove() throws Exception {
        for (AutoCloseable each : closing) {
            each.close();
        }
        if (temp != null) {
            try (Stream<Path> files = Files.walk(temp)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
