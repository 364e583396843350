package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodFit;
import io.koordbridge.descheduler.decide.pod.PodGuards;
import io.koordbridge.descheduler.decide.pod.PodOwners;
import io.koordbridge.descheduler.decide.pod.PodRank;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.pod.PodState;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run over a large cluster, for benchmarks: nodes of 32 cores, one in twenty of them overloaded. */
public final class LowNodeLoadScene {

    private static final Logger LOG = LoggerFactory.getLogger(LowNodeLoadScene.class);
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final int HOT_ONE_IN = 20;
    private static final long GIB = 1L << 30;
    private static final int WARM_UP = 20;
    private static final int RUNS = 11;
    private static final String ARGS = """
            {"lowThresholds": {"cpu": 45, "memory": 55}, "highThresholds": {"cpu": 75, "memory": 80},
             "anomalyCondition": {"consecutiveAbnormalities": 1}}""";

    private final FixedView view;

    private LowNodeLoadScene(FixedView view) {
        this.view = view;
    }

    /** A cluster of so many nodes with so many pods each. */
    public static LowNodeLoadScene of(int nodes, int podsPerNode) {
        List<NodeFacts> facts = new ArrayList<>();
        Map<String, List<PodFacts>> pods = new HashMap<>();
        Map<String, LoadReport> reports = new HashMap<>();
        for (int n = 0; n < nodes; n++) {
            String node = "node-" + n;
            Map<String, Long> amounts = Map.of("cpu", 32_000L, "memory", 128 * GIB, "pods", 110L);
            facts.add(new NodeFacts(
                    new NodeTraits(node, false, Map.of("kubernetes.io/hostname", node), List.of()),
                    true,
                    amounts,
                    amounts));
            long milliCpu = n % HOT_ONE_IN == 0 ? 560 : 200;
            Map<String, Map<String, Long>> usage = new HashMap<>();
            List<PodFacts> members = new ArrayList<>();
            for (int p = 0; p < podsPerNode; p++) {
                members.add(pod(node, n * podsPerNode + p, p));
                usage.put("team/pod-" + (n * podsPerNode + p), Map.of("cpu", milliCpu + p, "memory", GIB));
            }
            pods.put(node, members);
            Instant reported = NOW.minusSeconds(n % 60);
            reports.put(
                    node, new LoadReport(reported, reported, Map.of("cpu", 500L, "memory", GIB), usage, Map.of(), ""));
        }
        return new LowNodeLoadScene(new FixedView(NOW, facts, pods, reports));
    }

    private static PodFacts pod(String node, int number, int place) {
        PriorityClass priority = place % 2 == 0 ? PriorityClass.BATCH : PriorityClass.PROD;
        return new PodFacts(
                new PodRef("team", "pod-" + number, "uid-" + number),
                node,
                NOW.minusSeconds(number),
                Map.of("app", "app-" + number % 500),
                new PodOwners(true, false, new OwnerRef("apps/v1", "ReplicaSet", "app", "owner-" + number % 500)),
                new PodRank(priority, 5500, KubeQos.BURSTABLE, QosClass.LS, 0, 0),
                new PodState("Running", true, "True", false, null),
                new PodGuards(false, false, false, false, false, "", false, "", "koord-scheduler"),
                new PodFit(Map.of("cpu", 300L, "memory", GIB), PodConstraints.NONE));
    }

    /** Number of evictions of one run. */
    public int run() {
        NotingEvictor evictor = new NotingEvictor();
        LowNodeLoad.run(LoadCluster.args(ARGS), LoadMemory.EMPTY, view, view.nodes(), true, evictor);
        return evictor.evicted().size();
    }

    /** Nodes and pods per node; logs the CPU time of the first run and the median of later ones. */
    public static void main(String[] sizes) {
        int nodes = Integer.parseInt(sizes[0]);
        LowNodeLoadScene scene = of(nodes, Integer.parseInt(sizes[1]));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long first = threads.getCurrentThreadCpuTime();
        int evicted = scene.run();
        long cold = threads.getCurrentThreadCpuTime() - first;
        for (int i = 0; i < WARM_UP; i++) {
            scene.run();
        }
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            long start = threads.getCurrentThreadCpuTime();
            scene.run();
            micros.add((threads.getCurrentThreadCpuTime() - start) / 1000);
        }
        micros.sort(null);
        LOG.info(
                "{\"nodes\": {}, \"evictions\": {}, \"coldCpuMillis\": {}, \"medianCpuMicros\": {}}",
                nodes,
                evicted,
                cold / 1_000_000,
                micros.get(RUNS / 2));
    }
}
