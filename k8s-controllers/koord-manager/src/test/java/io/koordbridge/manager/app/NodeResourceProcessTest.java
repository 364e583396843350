package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
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
             "metadata": {"name": "NODE", "annotations": {
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
             "metadata": {"name": "NODE", "labels": {"node.koordinator.sh/gpu-model": "A10"}},
             "spec": {"devices": [
               {"type": "gpu", "health": true, "minor": 0, "resources": {"koordinator.sh/gpu-core": "100",
                 "koordinator.sh/gpu-memory": "24Gi", "koordinator.sh/gpu-memory-ratio": "100"}},
               {"type": "rdma", "health": true, "minor": 0}]}}
            """;

    private static final ControlPlane PLANE = new ControlPlane();
    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static int tests;

    /** A node of each test's own; the interval tells when the process has left the configuration of the test before. */
    private final int reportIntervalSeconds = 60 + ++tests;

    private final String node = "n" + tests;

    @BeforeAll
    static void start() throws Exception {
        PLANE.configure("{\"enable\": true}");
        PLANE.createNode("first");
        process = PLANE.startManager();
        // The embedded server does not tell a watch of what came between its list and its beginning.
        await().ignoreExceptionsInstanceOf(KubernetesClientException.class).until(() -> {
            PLANE.report("first", "1", Instant.now());
            return PLANE.batchMilliCpu("first") == 8600;
        });
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    @BeforeEach
    void createNode() {
        PLANE.configure("{\"enable\": true, \"midUnallocatedPercent\": 50, \"metricReportIntervalSeconds\": "
                + reportIntervalSeconds + "}");
        createNode(node);
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);
    }

    /** Until the manager takes reports of it. */
    private void createNode(String name) {
        PLANE.createNode(name);
        await().until(() -> {
            NodeMetric metric =
                    PLANE.client.resources(NodeMetric.class).withName(name).get();
            return metric != null
                    && metric.getSpec().metricCollectPolicy().reportIntervalSeconds() == reportIntervalSeconds;
        });
    }

    @AfterEach
    void removeNode() {
        PLANE.client.genericKubernetesResources(TOPOLOGIES).withName(node).delete();
        PLANE.client.resources(Device.class).withName(node).delete();
        PLANE.client.nodes().withName(node).delete();
    }

    @Test
    void publishesMidBesideBatchInOneRequest() {
        assertThat(allocatable("kubernetes.io/mid-cpu")).isEqualTo("7500");
        // The server of the test stores metadata by a request of its own, the second.
        await().until(() -> "1.00".equals(PLANE.annotation(node, RATIO)));
    }

    @Test
    void givesEachZoneItsBatchCapacityAndLeavesTheRestOfTheZoneAlone() {
        create(TOPOLOGIES, TOPOLOGY);

        await().until(() -> zoneBatchCpu(0).equals("4300") && zoneBatchCpu(1).equals("4300"));
        assertThat(topology().at("/zones/0/costs/0/value").asInt()).isEqualTo(20);
        assertThat(topology().at("/topologyPolicies/0").asText()).isEqualTo("None");

        PLANE.configure("{\"enable\": false}");

        await().until(() -> zoneBatchCpu(0).equals("0") && zoneBatchCpu(1).equals("0"));
    }

    @Test
    void normalizesByModelAndAmplifiesByTheNodesRatio() {
        create(TOPOLOGIES, TOPOLOGY);
        PLANE.configure(Map.of(
                "colocation-config",
                "{\"enable\": true}",
                "cpu-normalization-config",
                "{\"enable\": true, \"ratioModel\": {\"M\": {\"hyperThreadTurboEnabledRatio\": 1.5}}}"));

        await().until(() -> PLANE.batchMilliCpu(node) == 12_900);
        await().until(() -> "1.50".equals(PLANE.annotation(node, RATIO)));
        await().until(() -> "{\"cpu\":1.50}".equals(PLANE.annotation(node, AMPLIFICATION)));
        await().until(() -> zoneBatchCpu(0).equals("6450"));
    }

    @Test
    void showsDevicesWhenTheyAppearAndRemovesThemWithTheObject() {
        create(DEVICES, DEVICE);

        await().until(() -> "100".equals(allocatable("koordinator.sh/gpu")));
        assertThat(allocatable("koordinator.sh/gpu-memory")).isEqualTo("24Gi");
        assertThat(allocatable("koordinator.sh/rdma")).isEqualTo("100");
        await().until(() -> "A10".equals(label("node.koordinator.sh/gpu-model")));

        PLANE.client.resources(Device.class).withName(node).delete();

        await().until(() -> allocatable("koordinator.sh/gpu") == null);
        await().until(() -> !events("CapacityRemoved").isEmpty());
    }

    @Test
    void keepsTheLastGoodReportWhenAQuantityCannotBeRead() {
        PLANE.report(node, "plenty", Instant.now());

        await().untilAsserted(() -> assertThat(events("NodeMetricUnreadable"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getInvolvedObject().getName()).isEqualTo(node);
                    assertThat(event.getMessage())
                            .contains("status.nodeMetric.nodeUsage.resources.cpu", "'plenty'", "allowed");
                }));
        assertThat(PLANE.batchMilliCpu(node)).isEqualTo(8600);

        PLANE.report(node, "2", Instant.now());

        await().until(() -> PLANE.batchMilliCpu(node) == 7600);
    }

    @Test
    void writesNeitherNodeNorTopologyWhileNothingChanges() {
        create(TOPOLOGIES, TOPOLOGY);
        create(DEVICES, DEVICE);
        await().until(() -> zoneBatchCpu(0).equals("4300") && "100".equals(allocatable("koordinator.sh/rdma")));
        await().until(() -> "A10".equals(label("node.koordinator.sh/gpu-model")));
        await().until(() -> explain().at("/decision/reason").asText().equals("UNCHANGED")
                && explain().at("/decision/metadata").asText().equals("UNCHANGED"));
        PLANE.annotate(node, "example.com/unrelated", "1");
        String version = PLANE.node(node).getMetadata().getResourceVersion();
        String topology = topology().at("/metadata/resourceVersion").asText();

        PLANE.report(node, "1", Instant.now().plusSeconds(7));

        await().during(Duration.ofMillis(500))
                .until(() -> version.equals(PLANE.node(node).getMetadata().getResourceVersion())
                        && topology.equals(
                                topology().at("/metadata/resourceVersion").asText()));
    }

    @Test
    void tellsOnceOfAStageThatFailsAndOnceThatItWorksAgain() {
        PLANE.label(node, "node.koordinator.sh/cpu-normalization-enabled", "perhaps");
        await().untilAsserted(() -> assertThat(stageEvents())
                .anySatisfy(event -> assertThat(event.getMessage()).contains("CPUNormalization", "perhaps")));

        PLANE.label(node, "node.koordinator.sh/cpu-normalization-enabled", "false");

        await().until(() -> !events("NodeResourceStageRecovered").isEmpty());
        assertThat(PLANE.batchMilliCpu(node)).isEqualTo(8600);
    }

    @Test
    void publishesTheRestWhenZonesCannotBeCalculated() {
        create(TOPOLOGIES, TOPOLOGY.replace("\"allocatable\": \"8\"", "\"allocatable\": \"plenty\""));
        await().untilAsserted(() -> assertThat(stageEvents())
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).contains("BatchResource zones", "threw")));

        PLANE.report(node, "2", Instant.now());

        await().until(() -> PLANE.batchMilliCpu(node) == 7600);
        assertThat(stageEvents()).hasSize(1);
        assertThat(zoneBatchCpu(0)).isEmpty();
        assertThat(process.getEnvironment().metrics().getCounters()).anySatisfy((name, counter) -> {
            assertThat(name).startsWith("koord_manager_stage_exceptions_total");
            assertThat(counter.getCount()).isPositive();
        });
    }

    @Test
    void keepsWhatANodeShowsWhoseAmountsCannotBeReadAndSaysSoOnce() {
        String other = node + "-other";
        createNode(other);
        long failed = passExceptions();
        show("kubernetes.io/batch-cpu", "plenty");
        await().untilAsserted(() -> assertThat(events("NodeResourcePassFailed"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).contains("threw", "plenty")));

        PLANE.report(node, "2", Instant.now());
        PLANE.report(other, "2", Instant.now());

        await().until(() -> PLANE.batchMilliCpu(other) == 7600);
        await().until(() -> passExceptions() >= failed + 3);
        assertThat(events("NodeResourcePassFailed")).hasSize(1);
        assertThat(allocatable("kubernetes.io/batch-cpu")).isEqualTo("plenty");

        show("kubernetes.io/batch-cpu", "5");

        await().until(() -> PLANE.batchMilliCpu(node) == 7600);
        await().untilAsserted(
                        () -> assertThat(events("NodeResourcePassRecovered")).hasSize(1));
    }

    @Test
    void capacityOfANodeWhosePassesThrowGoesWithItsReport() {
        PLANE.report(node, "2", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 7600);
        long failed = passExceptions();
        show("kubernetes.io/batch-cpu", "plenty");
        await().until(() -> passExceptions() >= failed + 3);
        assertThat(allocatable("kubernetes.io/batch-memory")).isNotNull();

        PLANE.report(node, "2", Instant.now().minus(Duration.ofMinutes(16)));

        await().until(() -> allocatable("kubernetes.io/batch-cpu") == null);
        assertThat(allocatable("kubernetes.io/batch-memory")).isNull();
        await().untilAsserted(() -> assertThat(events("BatchResourceDegraded"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).contains("NODE_METRIC_STALE")));
        assertThat(events("NodeResourcePassFailed")).hasSize(1);

        PLANE.report(node, "2", Instant.now());

        await().until(() -> PLANE.batchMilliCpu(node) == 7600);
    }

    private void show(String resource, String amount) {
        PLANE.showAllocatable(node, resource, amount);
    }

    private long passExceptions() {
        return process.getEnvironment()
                .metrics()
                .counter(MetricNames.of("koord_manager_pass_exceptions_total", "part", "pass"))
                .getCount();
    }

    @Test
    void wrongLabelsAndAnnotationsOfANodeAreToldOnTheNode() {
        PLANE.label(node, "node.koordinator.sh/cpu-reclaim-ratio", "most");
        PLANE.annotate(node, "node.koordinator.sh/colocation-strategy", "{\"memoryReclaimThresholdPercent\": -1}");
        PLANE.annotate(node, "node.koordinator.sh/reservation", "{\"reservedCPUs\": \"0..3\"}");

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
                    .containsExactly(
                            "invalid node.koordinator.sh/reservation, field reservedCPUs: '0..3'; allowed: ids and"
                                    + " ranges such as 0-3,7, the end of a range up to 4096; nothing is reserved");
        });
        assertThat(events("ColocationStrategyAnnotationInvalid")).isEmpty();
    }

    private List<Event> stageEvents() {
        return events("NodeResourceStageFailed");
    }

    private List<Event> events(String reason) {
        return PLANE.client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .filter(event -> event.getInvolvedObject().getName().equals(node))
                .toList();
    }

    private void create(ResourceDefinitionContext kind, String object) {
        PLANE.client
                .genericKubernetesResources(kind)
                .resource(PLANE.client
                        .getKubernetesSerialization()
                        .unmarshal(object.replace("NODE", node), GenericKubernetesResource.class))
                .create();
    }

    private JsonNode explain() {
        return ControlPlane.json(ControlPlane.get(process.getLocalPort(), "/api/v1/nodes/" + node + "/explain")
                .body());
    }

    private String label(String key) {
        return PLANE.node(node).getMetadata().getLabels().get(key);
    }

    private String allocatable(String name) {
        Quantity quantity = PLANE.node(node).getStatus().getAllocatable().get(name);
        return quantity == null ? null : quantity.toString();
    }

    private JsonNode topology() {
        GenericKubernetesResource topology = PLANE.client
                .genericKubernetesResources(TOPOLOGIES)
                .withName(node)
                .get();
        return ControlPlane.json(PLANE.client.getKubernetesSerialization().asJson(topology));
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
