package io.koordbridge.koordlet.qos.memory;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A node with files, pods and settings, on which one strategy runs. */
final class MemoryScene<M> {

    static final String POD = "/cg/kubepods/burstable/podu1/";
    static final String CONTAINER = POD + "c1/";

    final FakeCgroupTree files = new FakeCgroupTree();
    final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    final List<String> problems = new ArrayList<>();
    final Undo undo;
    final CgroupExecutor writer;
    List<PodInfo> pods = new ArrayList<>();
    Optional<NodeSlo> slo = Optional.empty();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final CgroupTree tree;
    private final Strategy<M> strategy;
    private M memory;

    MemoryScene(Strategy<M> strategy, CgroupVersion version, Path record) {
        this.strategy = strategy;
        this.memory = strategy.initial();
        this.tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        this.undo = new Undo(
                tree,
                new TakenFile(record),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        this.writer = new CgroupExecutor(tree, undo, clock, false);
    }

    void slo(String json) {
        try {
            slo = Optional.of(
                    NodeSlo.of(PlainJson.MAPPER.readValue(json, NodeSloSpec.class), slo.orElse(null), problems::add));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A latency-sensitive pod with one container. */
    void pod(String annotation) {
        Pod pod = Serialization.unmarshal("""
                metadata: {name: web, namespace: shop, uid: u1, labels: {koordinator.sh/qosClass: LS}}
                spec: {containers: [{name: main, resources: {requests: {memory: 100Mi}, limits: {memory: 300Mi}}}]}
                status:
                  phase: Running
                  qosClass: Burstable
                  containerStatuses: [{name: main, containerID: "containerd://c1"}]
                """, Pod.class);
        if (!annotation.isEmpty()) {
            pod.getMetadata().setAnnotations(Map.of("koordinator.sh/memoryQOS", annotation));
        }
        pods = List.of(PodInfos.of(pod, new OverrideKeys(strategy.overrides()), problems::add));
    }

    void put(String directory, String... namesAndContents) {
        for (int i = 0; i < namesAndContents.length; i += 2) {
            files.put(directory + namesAndContents[i], namesAndContents[i + 1]);
        }
    }

    String read(String file) throws IOException {
        return files.read(Path.of(file));
    }

    Instant now() {
        return clock.instant();
    }

    Step<M> tick() {
        clock.advance(Duration.ofSeconds(1));
        NodeSnapshot bare = snapshot();
        NodeSnapshot snapshot =
                bare.with(new ReadingsReader(new CgroupReader(tree), store, Duration.ofSeconds(1), problems::add)
                        .read(strategy.needs(bare.slo()), pods, clock.instant()));
        Step<M> step = strategy.step(snapshot, memory);
        memory = step.memory();
        problems.addAll(step.problems());
        writer.carryOut(step.levels());
        return step;
    }

    NodeSnapshot snapshot() {
        Node node = Serialization.unmarshal("""
                metadata: {name: n1}
                status:
                  capacity: {cpu: 4, memory: 1000Mi}
                  allocatable: {cpu: 4, memory: 900Mi}
                """, Node.class);
        return new NodeSnapshot(
                new Tick(1, clock.instant(), Tick.Cause.TIMER),
                new NodeView(
                        Optional.of(NodeFacts.of(node, null, problems::add)),
                        slo,
                        Optional.empty(),
                        Optional.of(Map.of()),
                        pods),
                SloInForce.UNKNOWN.next(slo, true, true, true, clock.instant()),
                List.of(),
                TierReading.of(new CgroupReader(tree), Collections.emptySortedMap()),
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    M memory() {
        return memory;
    }
}
