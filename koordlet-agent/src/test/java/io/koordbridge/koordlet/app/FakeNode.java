package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.koordlet.cgroup.WriteErrors;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A node in memory with a loud online pod and some batch pods, for loops that live and die on it. */
final class FakeNode {

    static final String TIER = "kubepods/besteffort";
    static final String ONLINE = "kubepods/burstable/podonline";

    final FaultyTree files = new FaultyTree();
    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files);
    private final List<PodInfo> pods = new ArrayList<>();
    private long seconds;

    FakeNode(int batchPods) {
        group("kubepods");
        group(TIER);
        group("kubepods/burstable");
        addPod("online", "Burstable", "LS", "{}");
        for (int i = 0; i < batchPods; i++) {
            addPod("batch" + i, "BestEffort", "BE", "{kubernetes.io/batch-cpu: 500, kubernetes.io/batch-memory: 64Mi}");
        }
        passSecond();
    }

    private void addPod(String name, String kubeQos, String qos, String amounts) {
        Pod pod = Serialization.unmarshal("""
                metadata: {name: %1$s, namespace: default, uid: %1$s, labels: {koordinator.sh/qosClass: %3$s}}
                spec:
                  containers: [{name: main, resources: {requests: %4$s, limits: %4$s}}]
                status:
                  phase: Running
                  qosClass: %2$s
                  containerStatuses: [{name: main, containerID: "containerd://c-%1$s"}]
                """.formatted(name, kubeQos, qos, amounts), Pod.class);
        PodInfo info = PodInfos.of(pod, problem -> {
            throw new IllegalStateException(problem);
        });
        pods.add(info);
        String dir = tree.paths().podDir(info.kubeQos(), info.uid());
        group(dir);
        group(dir + "/c-" + name);
    }

    private void group(String dir) {
        put("cpu", dir, "cpu.shares", "2");
        put("cpu", dir, "cpu.cfs_quota_us", "-1");
        put("cpu", dir, "cpu.cfs_period_us", "100000");
        put("cpu", dir, "cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");
        // The loop knows one processor.
        put("cpuset", dir, "cpuset.cpus", "0");
        put("cpuacct", dir, "cpuacct.usage", "0");
        put("memory", dir, "memory.limit_in_bytes", "9223372036854771712");
        put("memory", dir, "memory.usage_in_bytes", "1048576");
        put("memory", dir, "memory.stat", """
                total_inactive_anon 0
                total_active_anon 1048576
                total_unevictable 0
                total_inactive_file 0
                total_active_file 0
                """);
    }

    static String path(String hierarchy, String dir, String file) {
        return "/cg/" + hierarchy + "/" + dir + "/" + file;
    }

    void put(String hierarchy, String dir, String file, String content) {
        files.put(path(hierarchy, dir, file), content);
    }

    /** The online pod uses one core, of four. */
    void passSecond() {
        clock.advance(Duration.ofSeconds(1));
        seconds++;
        files.put("/proc/stat", "cpu  " + 110 * seconds + " 0 0 999 0 0 0 0 0 0\n");
        files.put("/proc/meminfo", "MemTotal: 16000000 kB\nMemFree: 12000000 kB\nMemAvailable: 14000000 kB\n");
        put("cpuacct", ONLINE, "cpuacct.usage", seconds * 1_000_000_000L + "\n");
        put("cpuacct", ONLINE + "/c-online", "cpuacct.usage", seconds * 1_000_000_000L + "\n");
    }

    NodeView view() {
        Node node = Serialization.unmarshal("""
                metadata: {name: node-a}
                status: {capacity: {cpu: 4, memory: 16Gi}, allocatable: {cpu: 4, memory: 16Gi}}
                """, Node.class);
        NodeSloSpec slo = Serialization.unmarshal("""
                resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cfsQuota}
                """, NodeSloSpec.class);
        return new NodeView(
                Optional.of(NodeFacts.of(node, null, problem -> {})),
                Optional.of(NodeSlo.of(slo, null, problem -> {})),
                Optional.empty(),
                Optional.empty(),
                pods);
    }

    /** A loop that begins its life now. */
    LoopFixture start(CgroupWriteListener listener) {
        return start(listener, tree);
    }

    /** A loop whose process dies instead of its next write after so many. */
    LoopFixture startToDieAfter(long writes) {
        MortalFiles mortal = new MortalFiles(files, writes);
        return start(
                (file, before, after, reason, error) -> {},
                new CgroupTree(tree.root(), CgroupVersion.V1, CgroupDriver.CGROUPFS, mortal));
    }

    private LoopFixture start(CgroupWriteListener listener, CgroupTree seen) {
        MetricRegistry metrics = new MetricRegistry();
        NodeView view = view();
        return new LoopFixture(
                seen,
                new LoopFixture.Roots(Path.of("/proc"), Path.of("/sys")),
                clock,
                () -> view,
                new WriteErrors(metrics, listener),
                metrics);
    }

    LoopFixture start() {
        return start((file, before, after, reason, error) -> {});
    }
}
