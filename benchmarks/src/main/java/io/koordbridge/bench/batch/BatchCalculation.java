package io.koordbridge.bench.batch;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The batch capacity of one node: as a pass calculates it from the caches, and from whole objects. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class BatchCalculation {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> QOS = List.of("LS", "BE", "LSR", "LS");
    private static final List<String> PRIORITY = List.of("koord-prod", "koord-batch", "koord-prod", "koord-mid");

    /** Pods on the node. */
    @Param({"10", "50", "150"})
    public int pods;

    private Node node = new Node();
    private List<Pod> podObjects = List.of();
    private NodeMetricStatus status = new NodeMetricStatus(null, null, null, null, null, null);
    private List<PodDemand> demands = List.of();
    private NodeUsage usage = NodeUsage.NEVER_REPORTED;

    /** Makes a node, its pods and its report. */
    @Setup
    public void prepare() {
        Map<String, Quantity> amounts = Map.of("cpu", new Quantity("64"), "memory", new Quantity("256Gi"));
        node = new NodeBuilder()
                .withNewMetadata()
                .withName("node")
                .endMetadata()
                .withNewStatus()
                .withCapacity(amounts)
                .withAllocatable(amounts)
                .endStatus()
                .build();
        podObjects = new ArrayList<>();
        List<PodMetricInfo> usages = new ArrayList<>();
        for (int i = 0; i < pods; i++) {
            podObjects.add(pod(i));
            usages.add(new PodMetricInfo(
                    "pod-" + i,
                    "team",
                    usage(100 + i + "m", "200Mi"),
                    PRIORITY.get(i % PRIORITY.size()),
                    QOS.get(i % QOS.size()),
                    null));
        }
        NodeMetricInfo total = new NodeMetricInfo(usage("20", "64Gi"), null, usage("1500m", "2Gi"), null, null);
        status = new NodeMetricStatus(NOW, total, usages, null, null, null);
        demands = podObjects.stream().map(NodeSnapshots::demand).toList();
        usage = NodeSnapshots.usage(status);
    }

    private static Pod pod(int i) {
        boolean batch = QOS.get(i % QOS.size()).equals("BE");
        Map<String, Quantity> requests = batch
                ? Map.of(
                        "kubernetes.io/batch-cpu",
                        new Quantity("300"),
                        "kubernetes.io/batch-memory",
                        new Quantity("256Mi"))
                : Map.of("cpu", new Quantity("500m"), "memory", new Quantity("512Mi"));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName("pod-" + i)
                .addToLabels("koordinator.sh/qosClass", QOS.get(i % QOS.size()))
                .endMetadata()
                .withNewSpec()
                .withNodeName("node")
                .withContainers(new ContainerBuilder()
                        .withName("main")
                        .withNewResources()
                        .withRequests(requests)
                        .withLimits(requests)
                        .endResources()
                        .build())
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus()
                .build();
    }

    private static ResourceUsage usage(String cpu, String memory) {
        return ResourceUsage.of(Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)));
    }

    /** What one pass calculates; pods and report were reduced when they arrived. */
    @Benchmark
    public BatchSplit fromCaches() {
        return split(demands, usage);
    }

    /** The same from whole pods and a whole report. */
    @Benchmark
    public BatchSplit fromObjects() {
        List<PodDemand> reduced = podObjects.stream().map(NodeSnapshots::demand).toList();
        return split(reduced, NodeSnapshots.usage(status));
    }

    private BatchSplit split(List<PodDemand> on, NodeUsage reported) {
        return BatchSplitPlanner.split(
                BatchResourceCalculator.calculate(
                        NodeSnapshots.of(node, CpuMemory.ZERO, on, reported), ColocationStrategy.DEFAULT, NOW),
                1.0,
                ThirdPartyShare.NONE);
    }
}
