package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each kind of write, refused a few times before it is taken: what was wanted comes all the same. */
class WriteFaultsTest {

    private static final ControlPlane PLANE = new ControlPlane();
    private static final String SLO = "/apis/slo.koordinator.sh/v1alpha1/";
    private static final Map<String, String> PLAIN = Map.of("colocation-config", "{\"enable\": true}");
    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static int nodes;
    private final String node = "f" + ++nodes;

    @BeforeAll
    static void start() throws Exception {
        PLANE.configure(PLAIN);
        process = PLANE.startManager();
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    @BeforeEach
    void configure() {
        PLANE.configure(PLAIN);
    }

    @AfterEach
    void everyRefusalWasMet() {
        assertThat(PLANE.faults.spent()).isTrue();
    }

    private void nodeWithReport() {
        PLANE.createNode(node);
        await().until(() -> metric() != null && slo() != null);
        PLANE.report(node, "1", Instant.now());
    }

    private NodeMetric metric() {
        return PLANE.client.resources(NodeMetric.class).withName(node).get();
    }

    private NodeSLO slo() {
        return PLANE.client.resources(NodeSLO.class).withName(node).get();
    }

    @Test
    void aNodeThatCannotBeWrittenIsNotSaidToShowWhatWasCalculated() {
        nodeWithReport();
        await().until(() -> row().path("state").asText().equals("PUBLISHED"));
        PLANE.faults.next(
                "PATCH",
                "/api/v1/nodes/" + node + "/status",
                Collections.nCopies(9, 403).toArray(Integer[]::new));

        PLANE.report(node, "5", Instant.now());

        await().untilAsserted(() -> {
            assertThat(row().path("state").asText()).isEqualTo("KEPT");
            assertThat(row().path("reason").asText()).isEqualTo("NOT_WRITTEN");
            assertThat(row().at("/problems/0").asText()).startsWith("not written: ");
            assertThat(explained().at("/decision/notWritten").asText()).contains("/status");
            assertThat(explained().at("/decision/wrote").asBoolean()).isFalse();
            assertThat(explained().at("/sums/0/published").asBoolean()).isFalse();
        });
        await().until(() -> row().path("state").asText().equals("PUBLISHED"));
        assertThat(explained().at("/decision/notWritten").isNull()).isTrue();
        assertThat(explained().at("/sums/0/published").asBoolean()).isTrue();
    }

    private JsonNode explained() {
        return get("/api/v1/nodes/" + node + "/explain");
    }

    private JsonNode row() {
        for (JsonNode row : get("/api/v1/nodes").path("nodes")) {
            if (row.path("name").asText().equals(node)) {
                return row;
            }
        }
        return MissingNode.getInstance();
    }

    private static JsonNode get(String path) {
        return ControlPlane.json(ControlPlane.get(process.getLocalPort(), path).body());
    }

    @Test
    void statusOfANode() {
        PLANE.faults.next("PATCH", "/api/v1/nodes/" + node + "/status", 409, 429, 404, 500, 409);

        nodeWithReport();

        await().until(() -> PLANE.batchMilliCpu(node) == 8600);
    }

    @Test
    void metadataOfANode() {
        nodeWithReport();
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);
        PLANE.faults.next("PATCH", "/api/v1/nodes/" + node, 409, 429, 500);

        PLANE.configure(Map.of(
                "colocation-config",
                "{\"enable\": true}",
                "resource-amplification-config",
                "{\"enable\": true, \"resourceAmplificationRatio\": {\"memory\": 1.3}}"));

        await().until(() ->
                "{\"memory\":1.30}".equals(PLANE.annotation(node, "node.koordinator.sh/resource-amplification-ratio")));
    }

    @Test
    void policiesThatAreMade() {
        PLANE.faults.next("POST", SLO + "nodemetrics", 429, 500);
        PLANE.faults.next("POST", SLO + "nodeslos", 429, 500);

        PLANE.createNode(node);

        await().until(() -> metric() != null && slo() != null);
    }

    @Test
    void policiesThatChange() {
        PLANE.createNode(node);
        await().until(() -> metric() != null && slo() != null);
        PLANE.faults.next("PATCH", SLO + "nodemetrics/" + node, 409, 429, 500);
        PLANE.faults.next("PATCH", SLO + "nodeslos/" + node, 409, 429, 500);

        PLANE.configure(Map.of(
                "colocation-config",
                "{\"enable\": true, \"metricReportIntervalSeconds\": 33}",
                "resource-threshold-config",
                "{\"clusterStrategy\": {\"cpuSuppressThresholdPercent\": 77}}"));

        await().until(() -> metric().getSpec().metricCollectPolicy().reportIntervalSeconds() == 33);
        await().until(() -> slo().getSpec().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 77);
    }

    @Test
    void policiesThatGo() {
        PLANE.createNode(node);
        await().until(() -> metric() != null && slo() != null);
        PLANE.faults.next("DELETE", SLO + "nodemetrics/" + node, 409, 429, 500);
        PLANE.faults.next("DELETE", SLO + "nodeslos/" + node, 409, 429, 500);

        PLANE.client.nodes().withName(node).delete();

        await().until(() -> metric() == null && slo() == null);
    }

    @Test
    void policiesThatSomebodyDeleted() {
        PLANE.createNode(node);
        await().until(() -> metric() != null && slo() != null);
        String first = metric().getMetadata().getUid();

        PLANE.client.resources(NodeMetric.class).withName(node).delete();
        PLANE.client.resources(NodeSLO.class).withName(node).delete();

        await().until(() -> metric() != null
                && slo() != null
                && !metric().getMetadata().getUid().equals(first));
    }

    @Test
    void zonesOfATopology() {
        ResourceDefinitionContext kind = ResourceDefinitionContext.fromResourceType(NodeResourceTopology.class);
        PLANE.faults.next("PATCH", "/apis/topology.node.k8s.io/v1alpha1/noderesourcetopologies/" + node, 409, 429, 500);
        PLANE.client
                .genericKubernetesResources(kind)
                .resource(Serialization.unmarshal("""
                        {"apiVersion": "topology.node.k8s.io/v1alpha1", "kind": "NodeResourceTopology",
                         "metadata": {"name": "%s"}, "zones": [{"name": "node-0", "type": "Node", "resources": [
                          {"name": "cpu", "capacity": "16", "allocatable": "16", "available": "16"}]}]}""".formatted(node), GenericKubernetesResource.class))
                .create();

        nodeWithReport();

        await().until(() -> PLANE.client
                .genericKubernetesResources(kind)
                .withName(node)
                .get()
                .getAdditionalProperties()
                .toString()
                .contains("batch-cpu"));
    }

    @Test
    void quotasOfAProfile() {
        PLANE.createNode(node);
        String quotas = "/apis/scheduling.sigs.k8s.io/v1alpha1/namespaces/team/elasticquotas";
        PLANE.faults.next(
                "PATCH",
                "/apis/quota.koordinator.sh/v1alpha1/namespaces/team/elasticquotaprofiles/" + node,
                409,
                429,
                500);
        PLANE.faults.next("POST", quotas, 409, 500);
        PLANE.client
                .resource(Serialization.unmarshal("""
                        {"apiVersion": "quota.koordinator.sh/v1alpha1", "kind": "ElasticQuotaProfile",
                         "metadata": {"namespace": "team", "name": "%s"},
                         "spec": {"quotaName": "%s", "nodeSelector": {"matchLabels": {"only": "%s"}}}}""".formatted(node, node, node), ElasticQuotaProfile.class))
                .create();

        await().until(() -> quota() != null
                && quota().getMetadata().getLabels().containsKey("quota.scheduling.koordinator.sh/tree-id"));
    }

    private ElasticQuota quota() {
        return PLANE.client
                .resources(ElasticQuota.class)
                .inNamespace("team")
                .withName(node)
                .get();
    }
}
