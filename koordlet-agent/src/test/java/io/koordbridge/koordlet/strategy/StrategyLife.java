package io.koordbridge.koordlet.strategy;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** One life of a process with one strategy, on trees of a test: what it decides is written, recorded and given back as in the product. */
public final class StrategyLife {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public final CgroupTree tree;
    public final Undo undo;
    public final List<String> problems = new ArrayList<>();
    public final StrategyRunner runner;

    private final ManualClock clock = new ManualClock(START);
    private final StrategyList list = new StrategyList();
    private final CgroupExecutor writer;
    private final SnapshotBuilder snapshots;
    private Optional<NodeSlo> slo = Optional.empty();
    private List<PodInfo> pods = List.of();
    private boolean open = true;

    public StrategyLife(CgroupVersion version, CgroupFiles files, Path record, Strategy<?> strategy) {
        tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files)
                .reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
        list.add(strategy, snapshot -> open);
        undo = new Undo(
                tree,
                new TakenFile(record),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        writer = new CgroupExecutor(tree, undo, clock, false);
        runner = new StrategyRunner(
                writer,
                new SlowLane(writer),
                new StrategyRunner.Outlets(
                        owner -> undo.release(writer, owner::equals),
                        (owner, wanted) -> undo.releaseOthers(writer, owner, wanted),
                        order -> {}),
                new MetricRegistry(),
                problems::add);
        list.register(runner);
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        snapshots = new SnapshotBuilder(
                        new SnapshotBuilder.Sources(store, List::of, tree::paths, () -> true, List::of),
                        new SnapshotBuilder.Settings(Duration.ofSeconds(2), true, false),
                        problem -> {})
                .taking(
                        new ReadingsReader(new CgroupReader(tree), store, Duration.ofSeconds(1), problems::add),
                        runner::needs);
    }

    /** The NodeSLO from now on. */
    public StrategyLife slo(String spec) {
        try {
            slo = Optional.of(NodeSlo.of(JSON.readValue(spec, NodeSloSpec.class), null, problems::add));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The pods from now on. */
    public StrategyLife pods(Pod... given) {
        pods = new ArrayList<>();
        for (Pod pod : given) {
            pods.add(PodInfos.of(pod, list.overrides(), problems::add));
        }
        return this;
    }

    /** The gate is closed from now on. */
    public StrategyLife closed() {
        open = false;
        return this;
    }

    /** A second later. */
    public NodeSnapshot tick() {
        return after(Duration.ofSeconds(1));
    }

    /** Later. */
    public NodeSnapshot after(Duration time) {
        clock.advance(time);
        NodeFacts node = NodeFacts.of(
                new NodeBuilder()
                        .withNewMetadata()
                        .withName("n1")
                        .endMetadata()
                        .withNewStatus()
                        .withCapacity(Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi")))
                        .withAllocatable(Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi")))
                        .endStatus()
                        .build(),
                null,
                problems::add);
        NodeSnapshot snapshot = snapshots.build(
                Tick.Cause.TIMER,
                clock.instant(),
                new NodeView(Optional.of(node), slo, Optional.empty(), Optional.empty(), pods),
                new SnapshotBuilder.Observed(
                        TierReading.of(new CgroupReader(tree), Collections.emptySortedMap()),
                        List.of(),
                        OptionalDouble.empty(),
                        runner.refused()));
        runner.run(snapshot);
        return snapshot;
    }

    /** Its lines of preflight. */
    public List<String> preflight() {
        return list.preflightByName(new Ground(tree, 4, Path.of("/sys"))).values().stream()
                .flatMap(List::stream)
                .toList();
    }

    /** Owners on the record. */
    public Set<String> owners() {
        return Set.copyOf(undo.taken().stream().map(one -> one.owner()).toList());
    }
}
