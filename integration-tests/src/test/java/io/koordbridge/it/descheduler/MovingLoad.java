package io.koordbridge.it.descheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the agents of simulated nodes would report: each pod uses what its workload uses at the moment, and the workloads that use much
 * change until the load stands still.
 */
final class MovingLoad {
    private static final long SYSTEM_MILLI_CPU = 500;
    private static final long QUIET_MILLI_CPU = 60;
    private static final long BUSY_MILLI_CPU = 300;
    private static final int BUSY_ONE_IN = 3;
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private final KubernetesClient client;
    private final Clock clock;
    private final Map<String, Long> lastMilliCpu = new ConcurrentHashMap<>();
    private final Map<String, Long> peakSinceStart = new ConcurrentHashMap<>();
    private final AtomicInteger phase = new AtomicInteger();

    MovingLoad(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /** Other workloads are the busy ones from now on. */
    void move() {
        phase.incrementAndGet();
    }

    /** One report for each node. */
    void report(List<Node> nodes, Collection<Pod> pods) {
        Map<String, List<Pod>> byNode = new HashMap<>();
        for (Pod pod : pods) {
            if (pod.getSpec().getNodeName() != null
                    && "Running".equals(pod.getStatus().getPhase())) {
                byNode.computeIfAbsent(pod.getSpec().getNodeName(), name -> new ArrayList<>())
                        .add(pod);
            }
        }
        for (Node node : nodes) {
            String name = node.getMetadata().getName();
            report(name, byNode.getOrDefault(name, List.of()));
        }
    }

    private void report(String node, List<Pod> pods) {
        long sum = SYSTEM_MILLI_CPU;
        List<PodMetricInfo> usages = new ArrayList<>();
        for (Pod pod : pods) {
            long used = milliCpu(pod);
            sum += used;
            usages.add(new PodMetricInfo(
                    pod.getMetadata().getName(),
                    pod.getMetadata().getNamespace(),
                    usage(used, 64 * MIB),
                    null,
                    null,
                    null));
        }
        lastMilliCpu.put(node, sum);
        peakSinceStart.merge(node, sum, Math::max);
        NodeMetric report = new NodeMetric();
        report.setMetadata(new ObjectMetaBuilder().withName(node).build());
        report.setStatus(new NodeMetricStatus(
                clock.instant(),
                new NodeMetricInfo(
                        usage(sum, GIB + pods.size() * 64L * MIB), null, usage(SYSTEM_MILLI_CPU, GIB), null, null),
                usages,
                null,
                null,
                null));
        client.resources(NodeMetric.class)
                .withName(node)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(report));
    }

    /** Objects that the reports are written to. */
    void createReports(List<Node> nodes) {
        for (Node node : nodes) {
            NodeMetric report = new NodeMetric();
            report.setMetadata(new ObjectMetaBuilder()
                    .withName(node.getMetadata().getName())
                    .build());
            client.resource(report).create();
        }
    }

    /** Reported usage by node. */
    Map<String, Long> milliCpuByNode() {
        return new TreeMap<>(lastMilliCpu);
    }

    /** The highest report of a node. */
    long peakMilliCpu(String node) {
        return peakSinceStart.getOrDefault(node, 0L);
    }

    private long milliCpu(Pod pod) {
        String workload = pod.getMetadata().getLabels().getOrDefault("app", "");
        return Math.floorMod(workload.hashCode() + phase.get(), BUSY_ONE_IN) == 0 ? BUSY_MILLI_CPU : QUIET_MILLI_CPU;
    }

    private static ResourceUsage usage(long milliCpu, long bytes) {
        return new ResourceUsage(
                Map.of("cpu", new Quantity(milliCpu + "m"), "memory", new Quantity(String.valueOf(bytes))), null);
    }
}
