package io.koordbridge.koordlet.qos.burst;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.StrategyList;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processor;
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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A node of four CPUs with one pod, and an agent with this strategy. */
final class BurstingNode {

    static final String POD = "kubepods/burstable/podu1";
    static final String WEB = POD + "/c1";

    final FakeCgroupTree files = new FakeCgroupTree();
    final List<String> problems = new ArrayList<>();
    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final CgroupVersion version;
    private final Path temp;
    boolean gate = true;
    String qos = "LS";
    String annotation = "";
    String wanted = "4";
    String actual = "4";
    double nodeCores = 1;

    @Nullable
    CpuBurstStrategy section = new CpuBurstStrategy("auto", null, null, null, null);

    BurstingNode(CgroupVersion version, Path temp) {
        this.version = version;
        this.temp = temp;
        group("kubepods", "-1");
        group(POD, "400000");
        group(WEB, "400000");
        files.mark();
    }

    private void group(String group, String quota) {
        if (version == CgroupVersion.V1) {
            files.put("/cg/cpu/" + group + "/cpu.cfs_quota_us", quota);
            files.put("/cg/cpu/" + group + "/cpu.cfs_period_us", "100000");
            files.put("/cg/cpu/" + group + "/cpu.cfs_burst_us", "0");
        } else {
            files.put("/cg/" + group + "/cpu.max", quota.replace("-1", "max") + " 100000");
            files.put("/cg/" + group + "/cpu.max.burst", "0");
        }
    }

    /** What the quota of a group is. */
    String quota(String group) {
        return content(group, "cpu.cfs_quota_us", "cpu.max").split(" ", -1)[0];
    }

    String burst(String group) {
        return content(group, "cpu.cfs_burst_us", "cpu.max.burst");
    }

    private String content(String group, String v1, String v2) {
        try {
            return files.read(file(group, v1, v2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String group, String v1, String v2) {
        return version == CgroupVersion.V1 ? Path.of("/cg/cpu", group, v1) : Path.of("/cg", group, v2);
    }

    /** Writes a quota as the kubelet does. */
    void kubelet(String group, String quota) throws IOException {
        files.write(file(group, "cpu.cfs_quota_us", "cpu.max"), quota);
    }

    /** One life of the process. */
    final class Life {
        private final StrategyList list = new StrategyList().add(new BurstStrategy(), snapshot -> gate);
        private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        final CgroupTree tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        final Undo undo = new Undo(
                tree,
                new TakenFile(temp),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {
                    if (error != null) {
                        problems.add(file + " = " + after + ": " + error);
                    }
                },
                problems::add);
        final CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        final StrategyRunner runner = new StrategyRunner(
                writer,
                new SlowLane(writer),
                new StrategyRunner.Outlets(owner -> undo.release(writer, owner::equals), order -> {}),
                new MetricRegistry(),
                problems::add);
        private final SnapshotBuilder snapshots;

        Life() {
            list.register(runner);
            snapshots = new SnapshotBuilder(
                    new SnapshotBuilder.Sources(store, BurstingNode::cpus, tree::paths, () -> true, List::of),
                    new SnapshotBuilder.Settings(Duration.ofSeconds(2), true, false),
                    problem -> {});
            snapshots.taking(
                    new ReadingsReader(new CgroupReader(tree), store, Duration.ofSeconds(1), problems::add),
                    runner::needs);
        }

        /** A second with this share of throttled periods. */
        NodeSnapshot tick(double throttled) {
            clock.advance(Duration.ofSeconds(1));
            store.append(Metric.NODE_CPU, SampleStore.NODE, clock.instant(), nodeCores);
            store.append(Metric.CONTAINER_THROTTLED, "containerd://c1", clock.instant(), throttled);
            NodeSnapshot snapshot = snapshots.build(
                    Tick.Cause.TIMER,
                    clock.instant(),
                    new NodeView(Optional.empty(), slo(), Optional.empty(), Optional.empty(), List.of(pod())),
                    new SnapshotBuilder.Observed(
                            TierReading.of(new CgroupReader(tree), Collections.emptySortedMap()),
                            List.of(),
                            OptionalDouble.empty(),
                            Set.of()));
            runner.run(snapshot);
            return snapshot;
        }

        private PodInfo pod() {
            Pod pod = Serialization.unmarshal(
                    """
                    metadata:
                      namespace: shop
                      name: web
                      uid: u1
                      labels: {koordinator.sh/qosClass: %s}
                      annotations: {koordinator.sh/cpuBurst: '%s'}
                    spec:
                      containers: [{name: main, resources: {limits: {cpu: "%s"}}}]
                    status:
                      phase: Running
                      qosClass: Burstable
                      containerStatuses:
                      - name: main
                        containerID: containerd://c1
                        state: {running: {}}
                        resources: {limits: {cpu: "%s"}}
                    """.formatted(qos, annotation.isEmpty() ? "{}" : annotation, wanted, actual), Pod.class);
            return PodInfos.of(pod, list.overrides(), problems::add);
        }

        private Optional<NodeSlo> slo() {
            return Optional.ofNullable(section)
                    .map(one -> NodeSlo.of(new NodeSloSpec(null, null, one, null, null, null), null, problems::add));
        }
    }

    private static List<Processor> cpus() {
        return IntStream.range(0, 4)
                .mapToObj(cpu -> new Processor(cpu, cpu, 0, 0))
                .toList();
    }
}
