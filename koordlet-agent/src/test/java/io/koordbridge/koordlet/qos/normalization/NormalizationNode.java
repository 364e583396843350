package io.koordbridge.koordlet.qos.normalization;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
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

/** A node with one pod of class LS and two containers, put together as in the product. */
final class NormalizationNode {

    static final String POD = "kubepods/burstable/podu1";

    final FakeCgroupTree files;
    final List<String> problems = new ArrayList<>();
    final MetricRegistry metrics = new MetricRegistry();
    final NormalizationStrategy strategy = new NormalizationStrategy(true);
    final CgroupTree tree;
    final Undo undo;
    final StrategyRunner runner;
    boolean gate = true;
    String limit = "2";
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final SnapshotBuilder snapshots;

    NormalizationNode(CgroupVersion version, FakeCgroupTree files, Path record) {
        this.files = files;
        tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        undo = new Undo(
                tree,
                new TakenFile(record),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        runner = new StrategyRunner(
                writer,
                new SlowLane(writer),
                new StrategyRunner.Outlets(owner -> undo.release(writer, owner::equals), order -> {}),
                metrics,
                problems::add);
        runner.add(strategy, snapshot -> gate);
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        snapshots = new SnapshotBuilder(
                new SnapshotBuilder.Sources(store, List::of, tree::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(Duration.ofSeconds(2), true, false),
                problem -> {});
        snapshots.taking(
                new ReadingsReader(new CgroupReader(tree), store, Duration.ofSeconds(1), problems::add), runner::needs);
    }

    /** Quotas as the kubelet writes them for limits of 2 cores and 1 core. */
    static NormalizationNode limited(CgroupVersion version, Path record) {
        FakeCgroupTree files = new FakeCgroupTree();
        NormalizationNode node = new NormalizationNode(version, files, record);
        node.put("", "300000");
        node.put("/c1", "200000");
        node.put("/c2", "100000");
        files.mark();
        return node;
    }

    private boolean isV1() {
        return tree.version() == CgroupVersion.V1;
    }

    private String file(String below) {
        return isV1() ? "/cg/cpu/" + POD + below + "/cpu.cfs_quota_us" : "/cg/" + POD + below + "/cpu.max";
    }

    void put(String below, String quota) {
        files.put(file(below), isV1() ? quota : quota + " 100000");
        if (isV1()) {
            files.put("/cg/cpu/" + POD + below + "/cpu.cfs_period_us", "100000");
        }
    }

    /** Quotas of the pod and of its containers. */
    List<String> quotas() {
        List<String> found = new ArrayList<>();
        for (String below : List.of("", "/c1", "/c2")) {
            try {
                found.add(files.read(Path.of(file(below))).split(" ", -1)[0]);
            } catch (java.io.IOException e) {
                found.add("none");
            }
        }
        return found;
    }

    static Node node(String ratio) {
        NodeBuilder node = new NodeBuilder().withNewMetadata().withName("n1").endMetadata();
        return ratio.isEmpty()
                ? node.build()
                : node.editMetadata()
                        .addToAnnotations("node.koordinator.sh/cpu-normalization-ratio", ratio)
                        .endMetadata()
                        .build();
    }

    PodInfo pod() {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("u1")
                .addToLabels("koordinator.sh/qosClass", "LS")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("Burstable")
                .endStatus();
        Map.of("c1", limit, "c2", "1")
                .forEach((name, cores) -> pod.editSpec()
                        .addToContainers(new ContainerBuilder()
                                .withName(name)
                                .withNewResources()
                                .addToLimits("cpu", new Quantity(cores))
                                .endResources()
                                .build())
                        .endSpec()
                        .editStatus()
                        .addNewContainerStatus()
                        .withName(name)
                        .withContainerID("containerd://" + name)
                        .endContainerStatus()
                        .endStatus());
        return PodInfos.of(pod.build(), problems::add);
    }

    /** One second with a ratio; empty for none. */
    NodeSnapshot tick(String ratio) {
        clock.advance(Duration.ofSeconds(1));
        NodeSnapshot snapshot = snapshots.build(
                Tick.Cause.TIMER,
                clock.instant(),
                new NodeView(
                        Optional.of(NodeFacts.of(node(ratio), null, problems::add)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(pod())),
                new SnapshotBuilder.Observed(
                        TierReading.of(new CgroupReader(tree), Collections.emptySortedMap()),
                        List.of(),
                        OptionalDouble.empty(),
                        Set.of()));
        runner.run(snapshot);
        return snapshot;
    }

    void ticks(int count, String ratio) {
        for (int i = 0; i < count; i++) {
            tick(ratio);
        }
    }
}
