package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.NumaCollector;
import io.koordbridge.koordlet.collect.NumaSampler;
import io.koordbridge.koordlet.collect.PodNumaMemory;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SurgeSensor;
import io.koordbridge.koordlet.collect.TierUsage;
import io.koordbridge.koordlet.collect.UsageCollector;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.TierGroups;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A loop that measures and decides as the process does, on files of a test. */
final class LoopFixture implements AutoCloseable {

    static final Duration SECOND = Duration.ofSeconds(1);

    final MetricRegistry metrics;
    final List<String> problems = new ArrayList<>();
    final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    final StrategyRunner runner;
    final SlowLane slow;
    final CollectLoop loop;
    private final UsageReader usage;
    private final HostProc proc;
    private final TierGroups groups;

    /** Where the kernel's file systems are. */
    record Roots(Path proc, Path sys) {}

    LoopFixture(
            CgroupTree tree,
            Roots roots,
            Clock clock,
            Supplier<NodeView> view,
            CgroupWriteListener listener,
            MetricRegistry metrics) {
        this.metrics = metrics;
        ReadErrors errors = new ReadErrors(metrics, problems::add);
        usage = new UsageReader(tree);
        groups = new TierGroups(tree);
        proc = new HostProc(tree.files(), roots.proc());
        TierUsage tier = new TierUsage(usage, errors);
        CgroupExecutor writer = new CgroupExecutor(tree, listener, clock, false);
        slow = new SlowLane(writer);
        runner = new StrategyRunner(
                writer, slow, new StrategyRunner.Outlets(owner -> {}, order -> {}), metrics, problems::add);
        Strategies.register(runner, KoordletConfig.DEFAULT);
        SnapshotBuilder snapshots = new SnapshotBuilder(
                new SnapshotBuilder.Sources(store, LoopFixture::processors, tree::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(SECOND.multipliedBy(2), true, true),
                problems::add);
        loop = new CollectLoop(
                new CollectLoop.Parts(
                        new UsageCollector(
                                new UsageCollector.Sources(usage, proc, tier, List::of),
                                store,
                                SECOND,
                                errors,
                                problems::add),
                        new SurgeSensor(proc, tier),
                        groups,
                        new CgroupReader(tree, usage::text),
                        snapshots,
                        runner,
                        new SuppressTrace((file, before, after, reason, error) -> {}, clock),
                        view,
                        List.of(new NumaSampler(
                                new NumaCollector(proc, tree.files(), roots.sys()),
                                new PodNumaMemory(usage, errors),
                                List::of,
                                store,
                                errors))),
                SECOND,
                clock,
                metrics,
                problems::add);
    }

    private static List<Processor> processors() {
        return IntStream.range(0, SimulatedMachine.CPUS)
                .mapToObj(cpu -> new Processor(cpu, cpu / 2, 0, 0))
                .toList();
    }

    /** How often a counter of one reason was counted. */
    long counted(String name, String... labels) {
        return metrics.counter(MetricNames.of(name, labels)).getCount();
    }

    @Override
    public void close() {
        slow.close();
        groups.close();
        usage.close();
        proc.close();
    }
}
