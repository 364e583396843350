package io.koordbridge.koordlet.qos.suppress;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.KernelCgroupTree;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceStrategy;
import io.koordbridge.koordlet.qos.cpuset.CpusetStrategy;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A node of eight CPUs on which strategies, writer and record of changes live as one chain, life after life. */
final class SuppressedNode {

    static final String TIER = "kubepods/besteffort";
    static final String OFF = "off";

    private static final int CPUS = 8;

    final KernelCgroupTree files;
    final CgroupTree tree;
    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final Map<String, String> topology = new HashMap<>();
    private final Path records;
    private final List<PodInfo> pods = new ArrayList<>();

    /**
     * A node with one batch pod in the tier.
     *
     * @param records directory of the record of changes
     */
    SuppressedNode(CgroupVersion version, Path records) {
        this.records = records;
        files = new KernelCgroupTree(version, "0-7");
        tree = new CgroupTree(KernelCgroupTree.ROOT, version, CgroupDriver.CGROUPFS, files);
        for (String dir : List.of("kubepods", TIER, "kubepods/burstable", TIER + "/hadoop-yarn")) {
            files.group(dir);
        }
        addPod("batch", "BestEffort", "BE", "");
    }

    /** Gives all pods together a part of the CPUs, as AllowedCPUs of the slice does. */
    void givePods(String cpus) {
        files.change(files.file("cpuset", "kubepods", "cpuset.cpus"), cpus);
        if (tree.version() == CgroupVersion.V1) {
            for (String dir : List.of(TIER, "kubepods/burstable", TIER + "/hadoop-yarn")) {
                files.put(files.file("cpuset", dir, "cpuset.cpus"), cpus);
            }
            for (PodInfo pod : pods) {
                String dir = tree.paths().podDir(pod.kubeQos(), pod.uid());
                files.put(files.file("cpuset", dir, "cpuset.cpus"), cpus);
                files.put(files.file("cpuset", dir + "/c-" + pod.name(), "cpuset.cpus"), cpus);
            }
        }
    }

    /**
     * A pod that runs, with one container.
     *
     * @param more of its container, after the name
     */
    void addPod(String name, String kubeQos, String qos, String more) {
        addPod(name, kubeQos, qos, more, "{}");
    }

    void addPod(String name, String kubeQos, String qos, String more, String annotations) {
        Pod pod = Serialization.unmarshal("""
                metadata:
                  name: %1$s
                  namespace: default
                  uid: %1$s
                  labels: {koordinator.sh/qosClass: %3$s}
                  annotations: %5$s
                spec:
                  containers: [{name: main%4$s}]
                status:
                  phase: Running
                  qosClass: %2$s
                  containerStatuses: [{name: main, containerID: "containerd://c-%1$s", state: {running: {}}}]
                """.formatted(name, kubeQos, qos, more, annotations), Pod.class);
        PodInfo info = PodInfos.of(pod, problem -> {
            throw new IllegalStateException(problem);
        });
        pods.add(info);
        String dir = tree.paths().podDir(info.kubeQos(), info.uid());
        files.group(dir);
        files.group(dir + "/c-" + name);
    }

    String cpus(String dir) {
        return files.text(Path.of(files.file("cpuset", dir, "cpuset.cpus")));
    }

    String effective(String dir) {
        return tree.version() == CgroupVersion.V1
                ? cpus(dir)
                : files.text(Path.of(files.file("", dir, "cpuset.cpus.effective")));
    }

    String quotaFile(String dir) {
        return files.file("cpu", dir, tree.version() == CgroupVersion.V1 ? "cpu.cfs_quota_us" : "cpu.max");
    }

    String quota(String dir) {
        return files.text(Path.of(quotaFile(dir)));
    }

    /** A process that has measured for long enough to decide at its next tick. */
    Life start(String policy) {
        Life life = new Life(policy, !policy.equals(OFF));
        for (Duration sampled = Duration.ZERO;
                sampled.compareTo(SuppressStart.SAMPLES) < 0;
                sampled = sampled.plusSeconds(1)) {
            life.tick(0);
        }
        life.problems.clear();
        return life;
    }

    /** One life of the process. */
    final class Life implements AutoCloseable {
        final List<String> problems = new ArrayList<>();
        final Undo undo = new Undo(
                tree,
                new TakenFile(records),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        final CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        final StrategyRunner runner;
        final StrategyRunner.Slot<SuppressMemory> suppress;
        private final SlowLane slow = new SlowLane(writer);
        private String policy;

        Life(String policy, boolean on) {
            this.policy = policy;
            runner = new StrategyRunner(
                    writer,
                    slow,
                    new StrategyRunner.Outlets(owner -> undo.release(writer, owner::equals), order -> {}),
                    new MetricRegistry(),
                    problems::add);
            suppress = runner.add(new SuppressStrategy(SuppressConfig.DEFAULT, true), snapshot -> on);
            runner.add(new BatchResourceStrategy(), snapshot -> on);
            runner.add(new CpusetStrategy(false), snapshot -> on);
        }

        void follow(String other) {
            policy = other;
        }

        /** A second in which others than batch work use so many cores. */
        void tick(double otherCores) {
            clock.advance(Duration.ofSeconds(1));
            runner.run(snapshot(otherCores, Tick.Cause.TIMER));
            undo.save();
        }

        /** A tick because a group of a pod appeared. */
        void birth(double otherCores) {
            runner.run(snapshot(otherCores, Tick.Cause.BIRTH));
        }

        private NodeSnapshot snapshot(double otherCores, Tick.Cause cause) {
            NodeSloSpec spec =
                    Serialization.unmarshal("""
                    resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: %s}
                    """.formatted(policy.equals(OFF) ? "cpuset" : policy), NodeSloSpec.class);
            Optional<NodeSlo> slo = Optional.of(NodeSlo.of(spec, null, problem -> {}));
            NodeLoad.Usage others = new NodeLoad.Usage(otherCores, false);
            return new NodeSnapshot(
                    new Tick(1, clock.instant(), cause),
                    new NodeView(Optional.empty(), slo, Optional.empty(), Optional.of(Map.copyOf(topology)), pods),
                    SloInForce.UNKNOWN.next(slo, true, true, true, clock.instant()),
                    IntStream.range(0, CPUS)
                            .mapToObj(cpu -> new Processor(cpu, cpu, 0, 0))
                            .toList(),
                    TierReading.of(new CgroupReader(tree)),
                    Optional.of(new NodeLoad(1000 * CPUS, 0, otherCores, List.of(others), List.of())),
                    tree.paths(),
                    Set.copyOf(runner.refused()),
                    EvictionFacts.NONE,
                    Readings.NONE);
        }

        @Override
        public void close() {
            slow.close();
        }
    }
}
