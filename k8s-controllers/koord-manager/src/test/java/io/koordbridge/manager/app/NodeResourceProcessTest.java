package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that a pass publishes beside batch capacity, through the running process. */
class NodeResourceProcessTest {

    private static final String RATIO = "node.koordinator.sh/cpu-normalization-ratio";
    private static final String AMPLIFICATION = "node.koordinator.sh/resource-amplification-ratio";
    private static final ResourceDefinitionContext TOPOLOGIES =
            ResourceDefinitionContext.fromResourceType(NodeResourceTopology.class);
    private static final ResourceDefinitionContext DEVICES = ResourceDefinitionContext.fromResourceType(Device.class);
    private static final String TOPOLOGY = """
            {"apiVersion": "topology.node.k8s.io/v1alpha1", "kind": "NodeResourceTopology",
             "metadata": {"name": "n1", "annotations": {
               "node.koordinator.sh/cpu-basic-info":
                 "{\\"cpuModel\\":\\"M\\",\\"hyperThreadEnabled\\":true,\\"turboEnabled\\":true}"}},
             "topologyPolicies": ["None"],
             "zones": [
              {"name": "node-0", "type": "Node", "costs": [{"name": "node-1", "value": 20}], "resources": [
                {"name": "cpu", "capacity": "8", "allocatable": "8", "available": "8"},
                {"name": "memory", "capacity": "32Gi", "allocatable": "32Gi", "available": "32Gi"}]},
              {"name": "node-1", "type": "Node", "resources": [
                {"name": "cpu", "capacity": "8", "allocatable": "8", "available": "8"},
                {"name": "memory", "capacity": "32Gi", "allocatable": "32Gi", "available": "32Gi"}]}]}
            """;
    private static final String DEVICE = """
            {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device",
             "metadata": {"name": "n1", "labels": {"node.koordinator.sh/gpu-model": "A10"}},
             "spec": {"devices": [
               {"type": "gpu", "health": true, "minor": 0, "resources": {"koordinator.sh/gpu-core": "100",
                 "koordinator.sh/gpu-memory": "24Gi", "koordinator.sh/gpu-memory-ratio": "100"}},
               {"type": "rdma", "health": true, "minor": 0}]}}
            """;

    private final ControlPlane plane = new ControlPlane();
    private DropwizardTestSupport<ManagerConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        plane.configure("{\"enable\": true, \"midUnallocatedPercent\": 50}");
        plane.createNode("n1");
        process = plane.startManager();
        await().until(() ->
                plane.client.resources(NodeMetric.class).withName("n1").get() != null);
        plane.report("n1", "1", Instant.now());
        await().until(() -> plane.batchMilliCpu("n1") == 8600);
    }

    @AfterEach
    void stop() {
        process.after();
        plane.close();
    }

    @Test
    void publishesMidBesideBatchInOneRequest() {
        assertThat(allocatable("kubernetes.io/mid-cpu")).isEqualTo("7500");
        // The server of the test stores metadata by a request of its own, the second.
        await().until(() -> "1.00".equals(plane.annotation("n1", RATIO)));
    }

    @Test
    void givesEachZoneItsBatchCapacityAndLeavesTheRestOfTheZoneAlone() {
        create(TOPOLOGIES, TOPOLOGY);

        await().until(() -> zoneBatchCpu(0).equals("4300") && zoneBatchCpu(1).equals("4300"));
        assertThat(topology().at("/zones/0/costs/0/value").asInt()).isEqualTo(20);
        assertThat(topology().at("/topologyPolicies/0").asText()).isEqualTo("None");

        plane.configure("{\"enable\": false}");

        await().until(() -> zoneBatchCpu(0).equals("0") && zoneBatchCpu(1).equals("0"));
    }

    @Test
    void normalizesTheCpuByTheModelAndAmplifiesByTheRatioThatTheNodeShows() {
        create(TOPOLOGIES, TOPOLOGY);
        plane.configure(Map.of(
                "colocation-config",
                "{\"enable\": true}",
                "cpu-normalization-config",
                "{\"enable\": true, \"ratioModel\": {\"M\": {\"hyperThreadTurboEnabledRatio\": 1.5}}}"));

        await().until(() -> plane.batchMilliCpu("n1") == 12_900);
        await().until(() -> "1.50".equals(plane.annotation("n1", RATIO)));
        await().until(() -> "{\"cpu\":1.50}".equals(plane.annotation("n1", AMPLIFICATION)));
        await().until(() -> zoneBatchCpu(0).equals("6450"));
    }

    @Test
    void showsDevicesWhenTheyAppearAndRemovesThemWithTheObject() {
        create(DEVICES, DEVICE);

        await().until(() -> "100".equals(allocatable("koordinator.sh/gpu")));
        assertThat(allocatable("koordinator.sh/gpu-memory")).isEqualTo("24Gi");
        assertThat(allocatable("koordinator.sh/rdma")).isEqualTo("100");
        await().until(() -> "A10".equals(label("node.koordinator.sh/gpu-model")));

        plane.client.resources(Device.class).withName("n1").delete();

        await().until(() -> allocatable("koordinator.sh/gpu") == null);
        await().untilAsserted(() -> assertThat(
                        plane.client.v1().events().inAnyNamespace().list().getItems())
                .extracting(Event::getReason)
                .contains("CapacityRemoved"));
    }

    @Test
    void keepsTheLastGoodReportWhenAQuantityCannotBeRead() {
        plane.report("n1", "plenty", Instant.now());

        await().untilAsserted(() -> assertThat(
                        plane.client.v1().events().inAnyNamespace().list().getItems())
                .filteredOn(event -> event.getReason().equals("NodeMetricUnreadable"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getInvolvedObject().getName()).isEqualTo("n1");
                    assertThat(event.getMessage())
                            .contains("status.nodeMetric.nodeUsage.resources.cpu", "'plenty'", "allowed");
                }));
        assertThat(plane.batchMilliCpu("n1")).isEqualTo(8600);

        plane.report("n1", "2", Instant.now());

        await().until(() -> plane.batchMilliCpu("n1") == 7600);
    }

    @Test
    void writesNeitherNodeNorTopologyWhileNothingChanges() {
        create(TOPOLOGIES, TOPOLOGY);
        create(DEVICES, DEVICE);
        await().until(() -> zoneBatchCpu(0).equals("4300") && "100".equals(allocatable("koordinator.sh/rdma")));
        await().until(() -> "A10".equals(label("node.koordinator.sh/gpu-model")));
        await().until(() -> explain().at("/decision/reason").asText().equals("UNCHANGED")
                && explain().at("/decision/metadata").asText().equals("UNCHANGED"));
        plane.annotate("n1", "example.com/unrelated", "1");
        String node = plane.node("n1").getMetadata().getResourceVersion();
        String topology = topology().at("/metadata/resourceVersion").asText();

        plane.report("n1", "1", Instant.now().plusSeconds(7));

        await().during(Duration.ofMillis(500))
                .until(() -> node.equals(plane.node("n1").getMetadata().getResourceVersion())
                        && topology.equals(
                                topology().at("/metadata/resourceVersion").asText()));
    }

    @Test
    void tellsOnceOfAStageThatFailsAndOnceThatItWorksAgain() {
        plane.label("n1", "node.koordinator.sh/cpu-normalization-enabled", "perhaps");
        await().untilAsserted(() -> assertThat(
                        plane.client.v1().events().inAnyNamespace().list().getItems())
                .anySatisfy(event -> assertThat(event.getMessage()).contains("CPUNormalization", "perhaps")));

        plane.label("n1", "node.koordinator.sh/cpu-normalization-enabled", "false");

        await().untilAsserted(() -> assertThat(
                        plane.client.v1().events().inAnyNamespace().list().getItems())
                .extracting(Event::getReason)
                .contains("NodeResourceStageRecovered"));
        assertThat(plane.batchMilliCpu("n1")).isEqualTo(8600);
    }

    @Test
    void publishesTheRestOfANodeWhoseZonesCannotBeCalculatedAndSaysSoOnce() {
        create(TOPOLOGIES, TOPOLOGY.replace("\"allocatable\": \"8\"", "\"allocatable\": \"plenty\""));
        await().untilAsserted(() -> assertThat(stageEvents())
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).contains("BatchResource zones", "threw")));

        plane.report("n1", "2", Instant.now());

        await().until(() -> plane.batchMilliCpu("n1") == 7600);
        assertThat(stageEvents()).hasSize(1);
        assertThat(zoneBatchCpu(0)).isEmpty();
        assertThat(process.getEnvironment().metrics().getCounters()).anySatisfy((name, counter) -> {
            assertThat(name).startsWith("koord_manager_stage_exceptions_total");
            assertThat(counter.getCount()).isPositive();
        });
    }

    @Test
    void keepsWhatANodeShowsWhoseAmountsCannotBeReadAndSaysSoOnce() {
        plane.createNode("n2");
        await().until(() ->
                plane.client.resources(NodeMetric.class).withName("n2").get() != null);
        show("kubernetes.io/batch-cpu", "plenty");
        await().untilAsserted(() -> assertThat(events("NodeResourcePassFailed"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).contains("threw", "plenty")));

        plane.report("n1", "2", Instant.now());
        plane.report("n2", "2", Instant.now());

        await().until(() -> plane.batchMilliCpu("n2") == 7600);
        await().until(() -> passExceptions() >= 3);
        assertThat(events("NodeResourcePassFailed")).hasSize(1);
        assertThat(allocatable("kubernetes.io/batch-cpu")).isEqualTo("plenty");

        show("kubernetes.io/batch-cpu", "5");

        await().until(() -> plane.batchMilliCpu("n1") == 7600);
        await().untilAsserted(
                        () -> assertThat(events("NodeResourcePassRecovered")).hasSize(1));
    }

    @Test
    void capacityOfANodeWhosePassesThrowGoesWithItsReport() {
        plane.report("n1", "2", Instant.now());
        await().until(() -> plane.batchMilliCpu("n1") == 7600);
        show("kubernetes.io/batch-cpu", "plenty");
        await().until(() -> passExceptions() >= 3);
        assertThat(allocatable("kubernetes.io/batch-memory")).isNotNull();

        plane.report("n1", "2", Instant.now().minus(Duration.ofMinutes(16)));

        await().until(() -> allocatable("kubernetes.io/batch-cpu") == null);
        assertThat(allocatable("kubernetes.io/batch-memory")).isNull();
        await().untilAsserted(() -> assertThat(events("BatchResourceDegraded"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).contains("NODE_METRIC_STALE")));
        assertThat(events("NodeResourcePassFailed")).hasSize(1);

        plane.report("n1", "2", Instant.now());

        await().until(() -> plane.batchMilliCpu("n1") == 7600);
    }

    private void show(String resource, String amount) {
        plane.showAllocatable("n1", resource, amount);
    }

    private long passExceptions() {
        return process.getEnvironment()
                .metrics()
                .counter(MetricNames.of("koord_manager_pass_exceptions_total", "part", "pass"))
                .getCount();
    }

    @Test
    void wrongLabelsAndAnnotationsOfANodeAreToldOnTheNode() {
        plane.label("n1", "node.koordinator.sh/cpu-reclaim-ratio", "most");
        plane.annotate("n1", "node.koordinator.sh/colocation-strategy", "{\"memoryReclaimThresholdPercent\": -1}");
        plane.annotate("n1", "node.koordinator.sh/reservation", "{\"reservedCPUs\": \"0..3\"}");

        await().untilAsserted(() -> {
            assertThat(events("ColocationRatioLabelInvalid"))
                    .extracting(Event::getMessage)
                    .containsExactly(
                            "node.koordinator.sh/cpu-reclaim-ratio = most, allowed: a decimal fraction from 0 on,"
                                    + " such as 0.8");
            assertThat(events("ColocationStrategyAnnotationOutOfRange"))
                    .extracting(Event::getMessage)
                    .containsExactly("node.koordinator.sh/colocation-strategy: memoryReclaimThresholdPercent = -1,"
                            + " allowed: >= 0");
            assertThat(events("NodeReservationInvalid"))
                    .extracting(Event::getMessage)
                    .containsExactly("node.koordinator.sh/reservation: reservedCPUs = 0..3, allowed: ids and ranges"
                            + " such as 0-3,7, the end of a range up to 4096");
        });
        assertThat(events("ColocationStrategyAnnotationInvalid")).isEmpty();
    }

    private List<Event> stageEvents() {
        return events("NodeResourceStageFailed");
    }

    private List<Event> events(String reason) {
        return plane.client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .toList();
    }

    private void create(ResourceDefinitionContext kind, String object) {
        plane.client
                .genericKubernetesResources(kind)
                .resource(plane.client.getKubernetesSerialization().unmarshal(object, GenericKubernetesResource.class))
                .create();
    }

    private JsonNode explain() {
        return ControlPlane.json(ControlPlane.get(process.getLocalPort(), "/api/v1/nodes/n1/explain")
                .body());
    }

    private String label(String key) {
        return plane.node("n1").getMetadata().getLabels().get(key);
    }

    private String allocatable(String name) {
        Quantity quantity = plane.node("n1").getStatus().getAllocatable().get(name);
        return quantity == null ? null : quantity.toString();
    }

    private JsonNode topology() {
        GenericKubernetesResource topology = plane.client
                .genericKubernetesResources(TOPOLOGIES)
                .withName("n1")
                .get();
        return ControlPlane.json(plane.client.getKubernetesSerialization().asJson(topology));
    }

    private String zoneBatchCpu(int zone) {
        for (JsonNode resource : topology().at("/zones/" + zone + "/resources")) {
            if (resource.path("name").asText().equals("kubernetes.io/batch-cpu")) {
                return resource.path("allocatable").asText();
            }
        }
        return "";
    }
}
