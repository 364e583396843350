package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.device.DeviceInfo;
import io.koordbridge.api.device.DeviceSpec;
import io.koordbridge.api.document.node.CpuListDocument;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.work.LinearWork;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What others write is read in time and memory that grow with it and no faster. */
class ForeignInputTest {

    private static final Quantity ONE = new Quantity("1");

    @TestFactory
    Stream<DynamicTest> readsInLinearWork() {
        return Stream.of(
                LinearWork.test(
                        "containers with a resource each",
                        2_000,
                        size -> pod(containers(size, null), List.of()),
                        NodeSnapshots::demand),
                LinearWork.test(
                        "sidecars with a resource each",
                        2_000,
                        size -> pod(List.of(), containers(size, "Always")),
                        NodeSnapshots::demand),
                LinearWork.test("pods of a report", 2_000, size -> report(size, ONE), NodeSnapshots::usage),
                LinearWork.test("amounts of a report", 2_000, size -> report(size, ONE), ReportFault::first),
                LinearWork.test(
                        "shares of others",
                        2_000,
                        ForeignInputTest::shares,
                        node -> ThirdPartyShares.of(ThirdParties.read(node)
                                .map(read -> read.withLastGood(new ThirdParties(read.entries()))))),
                LinearWork.test(
                        "reserved CPUs",
                        20_000,
                        size -> numbered("%d", size),
                        list -> CpuListDocument.read("d", "f", list)),
                LinearWork.test("zones", 2_000, ForeignInputTest::zones, TopologyZones::capacities),
                LinearWork.test(
                        "devices", 2_000, ForeignInputTest::devices, device -> DeviceResources.gpu(device, true)));
    }

    private static Node shares(int size) {
        String entries = numbered("{\"name\":\"t%d\",\"resources\":{\"kubernetes.io/batch-cpu\":\"1\"}}", size);
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .addToAnnotations(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, "{\"allocations\":[" + entries + "]}")
                .endMetadata()
                .build();
    }

    private static String numbered(String form, int size) {
        return IntStream.range(0, size).mapToObj(form::formatted).collect(Collectors.joining(","));
    }

    private static List<Container> containers(int size, String restartPolicy) {
        return IntStream.range(0, size)
                .mapToObj(at -> new ContainerBuilder()
                        .withName("c" + at)
                        .withRestartPolicy(restartPolicy)
                        .withNewResources()
                        .addToRequests("example.com/r" + at, ONE)
                        .endResources()
                        .build())
                .toList();
    }

    private static Pod pod(List<Container> containers, List<Container> init) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("p")
                .addToAnnotations(Annotations.POD_RESOURCE_STATUS, "{}")
                .endMetadata()
                .withNewSpec()
                .withContainers(containers)
                .withInitContainers(init)
                .endSpec()
                .build();
    }

    private static NodeMetricStatus report(int pods, Quantity cpu) {
        List<PodMetricInfo> all = IntStream.range(0, pods)
                .mapToObj(at -> new PodMetricInfo(
                        "p" + at,
                        "default",
                        new ResourceUsage(Map.of("cpu", cpu, "memory", ONE), null),
                        null,
                        null,
                        null))
                .toList();
        return new NodeMetricStatus(Instant.EPOCH, null, all, null, null, null);
    }

    private static List<Zone> zones(int size) {
        return IntStream.range(0, size)
                .mapToObj(at -> new Zone("node-" + at, "Node", null, List.of(new ZoneResource("cpu", ONE, ONE, ONE))))
                .toList();
    }

    private static Device devices(int size) {
        Device device = new Device();
        device.setMetadata(new ObjectMetaBuilder().withName("n1").build());
        device.setSpec(new DeviceSpec(IntStream.range(0, size)
                .mapToObj(at -> new DeviceInfo(
                        "gpu",
                        null,
                        "id" + at,
                        at,
                        null,
                        true,
                        Map.of("koordinator.sh/gpu-core", new Quantity("100")),
                        null,
                        null,
                        null))
                .toList()));
        return device;
    }

    @Test
    void aReportWithALongQuantityIsUnreadable() {
        assertThat(ReportFault.first(report(1, new Quantity("9".repeat(65), ""))))
                .isPresent();
        assertThat(ReportFault.first(report(1, new Quantity("9".repeat(64), ""))))
                .isEmpty();
    }

    private static List<Integer> boundTo(String status) {
        Pod pod = new PodBuilder(pod(List.of(), List.of()))
                .editMetadata()
                .addToAnnotations(Annotations.POD_RESOURCE_STATUS, status)
                .endMetadata()
                .build();
        return NodeSnapshots.demand(pod).numaNodes();
    }

    @Test
    void placementsBeyondTheLimitBindNoPod() {
        assertThat(boundTo("{\"numaNodeResources\":[" + numbered("{\"node\":%d}", 2_000) + "]}"))
                .isEmpty();
    }

    /** As the table of ResourceStatusReader says. */
    @Test
    void aPodIsBoundToWhatIsLeftOfItsPlacement() {
        assertThat(boundTo(
                        "{\"cpuset\":\"x\",\"numaNodeResources\":[{\"node\":-1},{\"node\":1},{},null,{\"node\":1}]}"))
                .containsExactly(1, 0, 1);
        assertThat(boundTo("{\"numaNodeResources\":[{\"node\":1,\"resources\":{\"cpu\":\"-1\"}}]}"))
                .containsExactly(1);
        for (String text : List.of("{", "null", "[]", "{\"cpuset\":5,\"numaNodeResources\":[{\"node\":1}]}")) {
            assertThat(boundTo(text)).isEmpty();
        }
    }
}
