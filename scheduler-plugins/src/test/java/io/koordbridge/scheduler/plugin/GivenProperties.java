package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.LogicalCpu;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.device.DeviceSamples;
import io.koordbridge.scheduler.place.device.DeviceUsage;
import io.koordbridge.scheduler.place.device.PodDeviceProblems;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.HoldingBound;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PlacedPod;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What a scheduler writes counts in full when it is read again; what anybody else writes never counts for more than the pod requests. */
class GivenProperties {

    private static final List<Map<String, String>> DEVICES = List.of(
            Map.of(),
            Map.of("koordinator.sh/gpu", "30"),
            Map.of("koordinator.sh/gpu", "200"),
            Map.of("nvidia.com/gpu", "2"),
            Map.of("koordinator.sh/gpu-memory", "7Gi", "koordinator.sh/gpu-core", "33"),
            Map.of("koordinator.sh/gpu-memory-ratio", "41"),
            Map.of("koordinator.sh/gpu.shared", "3", "koordinator.sh/gpu-memory", "10000000001"),
            Map.of(
                    "koordinator.sh/gpu.shared", "2",
                    "koordinator.sh/gpu-core", "100",
                    "koordinator.sh/gpu-memory-ratio", "100"),
            Map.of("koordinator.sh/rdma", "1"),
            Map.of("koordinator.sh/rdma", "3"),
            Map.of("koordinator.sh/rdma", "200"),
            Map.of("koordinator.sh/gpu", "300", "koordinator.sh/rdma", "100"),
            Map.of("koordinator.sh/gpu", "50", "koordinator.sh/fpga", "100"));

    private static final List<Map<String, String>> WISHES = List.of(
            Map.of(),
            Map.of(Annotations.POD_DEVICE_HINT, "{\"rdma\":{\"allocateStrategy\":\"ApplyForAll\"}}"),
            Map.of(Annotations.POD_DEVICE_HINT, "{\"rdma\":{\"allocateStrategy\":\"RequestsAsCount\"}}"),
            Map.of(Annotations.POD_DEVICE_HINT, "{\"rdma\":{\"vfSelector\":{}},\"gpu\":{\"exclusivePolicy\":\"x\"}}"),
            Map.of(Annotations.POD_DEVICE_JOINT, "{\"deviceTypes\":[\"gpu\",\"rdma\"],\"requiredScope\":\"SamePCIe\"}"),
            Map.of(Annotations.POD_RESOURCE_SPEC, "{\"requiredCPUBindPolicy\":\"SpreadByPCPUs\"}"),
            Map.of(Annotations.POD_RESOURCE_SPEC, "{\"preferredCPUBindPolicy\":\"ConstrainedBurst\"}"),
            Map.of(Annotations.POD_RESOURCE_SPEC, "{\"preferredCPUExclusivePolicy\":\"PCPULevel\"}"),
            Map.of(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{\"numaTopologyPolicy\":\"Restricted\"}"),
            Map.of(Annotations.POD_NUMA_TOPOLOGY_SPEC, "{\"numaTopologyPolicy\":\"SingleNUMANode\"}"));

    /** Milli-cores of the container, of an init container and of the overhead; devices and wishes by number. */
    record Wanted(int cpu, int init, int overhead, int devices, int wishes, String qos) {}

    record Place(String amplified, String numaPolicy, String bindPolicy) {}

    private final PluginList plugins = Samples.plugins();

    @Provide
    Arbitrary<Wanted> pods() {
        return Combinators.combine(
                        Arbitraries.of(0, 1, 500, 1_000, 1_500, 2_000, 4_000, 6_000),
                        Arbitraries.of(0, 0, 700, 3_000),
                        Arbitraries.of(0, 0, 250, 1_000),
                        Arbitraries.integers().between(0, DEVICES.size() - 1),
                        Arbitraries.integers().between(0, WISHES.size() - 1),
                        Arbitraries.of("", "LS", "LSR", "LSE", "BE"))
                .as(Wanted::new);
    }

    @Provide
    Arbitrary<Place> places() {
        return Combinators.combine(
                        Arbitraries.of("", "{\"cpu\":1.5}", "{\"cpu\":2,\"memory\":1.3}"),
                        Arbitraries.of("", "", "BestEffort", "Restricted", "SingleNUMANode"),
                        Arbitraries.of("", "", "FullPCPUsOnly", "SpreadByPCPUs"))
                .as(Place::new);
    }

    @Property(tries = 600)
    void whatASchedulerWritesCountsInFull(
            @ForAll("places") Place place, @ForAll("pods") Wanted first, @ForAll("pods") Wanted second) {
        ClusterLedger ledger = ledger(place);
        for (Pod pod : List.of(pod("first", first), pod("second", second))) {
            NodeView node = ledger.view().node("n").orElseThrow();
            PlacedPod placed = plugins.place(PodFactsReader.read(pod), node);
            if (placed.verdict().fits()) {
                Pod bound = given(pod, placed.pod().missingAnnotations());
                PodFacts read = PodFactsReader.read(bound);

                assertThat(HoldingBound.problems(bound)).isEmpty();
                assertThat(PodDeviceProblems.beyondRequest(bound)).isEmpty();
                assertThat(read.numa().holding().cpus())
                        .isEqualTo(placed.pod().numa().holding().cpus());
                assertThat(read.numa().holding().quantities())
                        .isEqualTo(placed.pod().numa().holding().quantities());
                assertThat(DeviceUsage.ofPods(Stream.of(read), node)).isEqualTo(written(placed.pod()));
                ledger.podSeen(read);
            }
        }
    }

    private static DeviceUsage written(PodFacts pod) {
        return DeviceUsage.granted(pod.missingAnnotations().getOrDefault(Annotations.POD_DEVICE_ALLOCATED, "{}"));
    }

    @Property(tries = 600)
    void whatAnybodyElseWritesCountsForNoMoreThanTheRequest(
            @ForAll("places") Place place,
            @ForAll("pods") Wanted wanted,
            @ForAll @IntRange(max = 15) int firstCpu,
            @ForAll @IntRange(max = 63) int lastCpu,
            @ForAll @IntRange(min = -2_000, max = 9_000) int milliOfEach,
            @ForAll("grants") String grants) {
        NodeView node = ledger(place).view().node("n").orElseThrow();
        Map<String, String> annotations = new HashMap<>();
        String cpuset = lastCpu < firstCpu ? "" : firstCpu + "-" + lastCpu;
        annotations.put(
                Annotations.POD_RESOURCE_STATUS,
                "{\"cpuset\":\"%s\",\"numaNodeResources\":[{\"node\":0,\"resources\":{\"cpu\":\"%dm\"}},{\"node\":1,\"resources\":{\"cpu\":\"%dm\",\"memory\":\"1Gi\"}}]}"
                        .formatted(cpuset, milliOfEach, milliOfEach / 2));
        annotations.put(Annotations.POD_DEVICE_ALLOCATED, grants);

        PodFacts read = PodFactsReader.read(given(pod("p", wanted), annotations));

        long milli = read.request().get("cpu");
        assertThat(read.numa().holding().cpus().size() * 1000L).isLessThan(milli + 1000);
        ResourceVector sum = read.numa().holding().quantities().byNode().values().stream()
                .reduce(ResourceVector.EMPTY, ResourceVector::plus);
        assertThat(sum.get("cpu")).isBetween(0L, milli);
        assertThat(sum.get("memory")).isBetween(0L, read.request().get("memory"));
        DeviceUsage usage = DeviceUsage.ofPods(Stream.of(read), node);
        ResourceVector request = read.request();
        long whole = request.get("koordinator.sh/gpu") + 100 * request.get("nvidia.com/gpu");
        ResourceVector devices = usage.used().values().stream().reduce(ResourceVector.EMPTY, ResourceVector::plus);
        assertThat(devices.get("koordinator.sh/gpu-core"))
                .isBetween(0L, whole + request.get("koordinator.sh/gpu-core"));
        assertThat(usage.used().keySet().stream().filter(card -> card.startsWith("gpu/")))
                .hasSizeLessThanOrEqualTo(cards(request, whole));
        if (request.get("koordinator.sh/rdma") == 0) {
            assertThat(devices.get("koordinator.sh/rdma")).isZero();
        }
    }

    private static int cards(ResourceVector request, long whole) {
        long shared = request.get("koordinator.sh/gpu.shared");
        boolean any = whole > 0
                || Stream.of("gpu-core", "gpu-memory", "gpu-memory-ratio")
                        .anyMatch(name -> request.get("koordinator.sh/" + name) > 0);
        return (int) (shared > 0 ? shared : any ? Math.max(1, whole / 100) : 0);
    }

    @Provide
    Arbitrary<String> grants() {
        Arbitrary<String> one = Combinators.combine(
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.of("gpu-core", "gpu-memory", "gpu-memory-ratio", "rdma"),
                        Arbitraries.of("1", "30", "100", "-100", "1000000000000", "9223372036854775807"))
                .as((minor, name, amount) ->
                        "{\"minor\":%d,\"resources\":{\"koordinator.sh/%s\":\"%s\"}}".formatted(minor, name, amount));
        return Combinators.combine(
                        Arbitraries.of("gpu", "rdma", "fpga", "xpu"), one.list().ofMaxSize(5))
                .as((type, list) -> "{\"" + type + "\":[" + String.join(",", list) + "]}");
    }

    private static Pod given(Pod pod, Map<String, String> annotations) {
        return new PodBuilder(Samples.bound(pod, "n"))
                .editMetadata()
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static Pod pod(String name, Wanted wanted) {
        Map<String, String> requests = new HashMap<>(DEVICES.get(wanted.devices()));
        requests.put("cpu", wanted.cpu() + "m");
        requests.put("memory", "3Gi");
        Container init = new ContainerBuilder()
                .withName("init")
                .withNewResources()
                .addToRequests("cpu", new Quantity(wanted.init() + "m"))
                .endResources()
                .build();
        return new PodBuilder(Samples.pod(name, requests))
                .editMetadata()
                .addToLabels(wanted.qos().isEmpty() ? Map.of() : Map.of(Labels.POD_QOS_CLASS, wanted.qos()))
                .addToAnnotations(WISHES.get(wanted.wishes()))
                .endMetadata()
                .editSpec()
                .addToInitContainers(init)
                .addToOverhead("cpu", new Quantity(wanted.overhead() + "m"))
                .endSpec()
                .build();
    }

    /** Two NUMA nodes of eight CPUs; GPUs and RDMA cards on both. */
    private static ClusterLedger ledger(Place place) {
        Node node = new NodeBuilder(Samples.node("n", 4_000, "8Gi", Map.of()))
                .editMetadata()
                .addToAnnotations(
                        place.amplified().isEmpty()
                                ? Map.of()
                                : Map.of(Annotations.NODE_AMPLIFICATION_RATIO, place.amplified()))
                .addToLabels(Labels.NODE_NUMA_TOPOLOGY_POLICY, place.numaPolicy())
                .addToLabels(Labels.NODE_CPU_BIND_POLICY, place.bindPolicy())
                .endMetadata()
                .build();
        List<LogicalCpu> cpus = IntStream.range(0, 16)
                .mapToObj(cpu -> new LogicalCpu(cpu, cpu / 2, 0, cpu / 8))
                .toList();
        ResourceVector half = ResourceVector.of(Map.of("cpu", 8_000L, "memory", 32L << 30));
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(NodeFactsReader.read(node, null));
        ledger.topologySeen(
                "n",
                new NumaTopology(
                        CpuLayout.of(cpus),
                        CpuSet.EMPTY,
                        NumaPolicy.NONE,
                        false,
                        NumaQuantities.of(Map.of(0, half, 1, half)),
                        null,
                        List.of()));
        DeviceSamples.mixed(ledger, "n");
        return ledger;
    }
}
