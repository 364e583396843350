package io.koordbridge.scheduler;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.LogicalCpu;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.place.balance.BalancePlugin;
import io.koordbridge.scheduler.place.balance.BalanceScorer;
import io.koordbridge.scheduler.place.balance.ScorePlan;
import io.koordbridge.scheduler.place.device.DeviceArgs;
import io.koordbridge.scheduler.place.device.DeviceHints;
import io.koordbridge.scheduler.place.device.DevicePlugin;
import io.koordbridge.scheduler.place.fit.BatchFitPlugin;
import io.koordbridge.scheduler.place.load.LoadArgs;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaPlugin;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeFacts;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.PlacedPod;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Nodes and pods for tests. */
public final class Samples {

    private Samples() {}

    /** A node with 16 cpus, 64 GiB and this much batch capacity. */
    public static Node node(String name, long batchCpuMilli, String batchMemory, Map<String, String> annotations) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-" + name)
                .withAnnotations(annotations)
                .endMetadata()
                .withNewStatus()
                .withAllocatable(quantities(Map.of(
                        "cpu",
                        "16",
                        "memory",
                        "64Gi",
                        "pods",
                        "110",
                        ResourceNames.BATCH_CPU,
                        Long.toString(batchCpuMilli),
                        ResourceNames.BATCH_MEMORY,
                        batchMemory)))
                .endStatus()
                .build();
    }

    public static NodeFacts nodeFacts(String name, long batchCpuMilli, String batchMemory) {
        return NodeFactsReader.read(node(name, batchCpuMilli, batchMemory, Map.of()), null);
    }

    /** A pod of one container that requests this. */
    public static Pod pod(String name, Map<String, String> requests) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("jobs")
                .withName(name)
                .withUid("uid-" + name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(quantities(requests))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    public static Pod batchPod(String name, long batchCpuMilli, String batchMemory) {
        return pod(
                name,
                Map.of(ResourceNames.BATCH_CPU, Long.toString(batchCpuMilli), ResourceNames.BATCH_MEMORY, batchMemory));
    }

    public static PodFacts batchPodFacts(String name, long batchCpuMilli, String batchMemory) {
        return PodFactsReader.read(batchPod(name, batchCpuMilli, batchMemory));
    }

    /** The pod after its Binding. */
    public static Pod bound(Pod pod, String node) {
        return new PodBuilder(pod).editSpec().withNodeName(node).endSpec().build();
    }

    public static PodFacts boundFacts(Pod pod, String node) {
        return PodFactsReader.read(bound(pod, node));
    }

    /** One NUMA node with this many cpus, two to a core. */
    public static NumaTopology topology(int cpus) {
        List<LogicalCpu> detail = IntStream.range(0, cpus)
                .mapToObj(cpu -> new LogicalCpu(cpu, cpu / 2, 0, 0))
                .toList();
        return new NumaTopology(
                CpuLayout.of(detail), CpuSet.EMPTY, NumaPolicy.NONE, false, NumaQuantities.NONE, null, List.of());
    }

    /** A clock that goes on as the machine's does. */
    public static SteadyClock steady(ManualClock machine) {
        return new SteadyClock(
                machine,
                () -> Duration.between(Instant.EPOCH, machine.instant()).toNanos());
    }

    /** Places a pod whatever the node holds. */
    public static ClusterLedger.Placement assume(ClusterLedger ledger, PodFacts pod, String node, Instant checkAt) {
        return ledger.assume(pod, node, checkAt, view -> new PlacedPod(FitResult.FITS, pod, Map.of()));
    }

    /** The outcome of a check that lets the pod pass. */
    public static PlacedPod placed(PodFacts pod) {
        return new PlacedPod(FitResult.FITS, pod, Map.of());
    }

    /** The capabilities as they are shipped, without quotas. */
    public static Capabilities capabilities() {
        return new Capabilities(PodGate.OPEN, plugins());
    }

    /** The plugins as they are shipped. */
    public static PluginList plugins() {
        return new PluginList(List.of(
                new BatchFitPlugin(),
                new NumaPlugin(NumaArgs.DEFAULT, new DeviceHints(DeviceArgs.DEFAULT)),
                new BalancePlugin(
                        new ScorePlan(BalanceScorer.Config.DEFAULT, ScorePlan.FitPlus.OFF, ScorePlan.Scarce.OFF)),
                new LoadArgs().plugin(),
                new DevicePlugin(
                        DeviceArgs.DEFAULT, new NumaPlugin(NumaArgs.DEFAULT, new DeviceHints(DeviceArgs.DEFAULT)))));
    }

    private static Map<String, Quantity> quantities(Map<String, String> texts) {
        Map<String, Quantity> quantities = new LinkedHashMap<>();
        texts.forEach((name, text) -> quantities.put(name, new Quantity(text)));
        return quantities;
    }
}
