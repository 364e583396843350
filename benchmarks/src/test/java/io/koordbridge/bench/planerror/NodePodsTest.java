package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodePodsTest {

    private EmbeddedApiServer server;
    private KubernetesClient client;
    private NodePods pods;

    @BeforeEach
    void start() {
        server = new EmbeddedApiServer();
        client = server.newClient();
        pods = new NodePods(client);
        Map<String, Quantity> amounts = Map.of(
                "cpu",
                new Quantity("2"),
                ResourceNames.BATCH_CPU,
                new Quantity("1234"),
                ResourceNames.BATCH_MEMORY,
                new Quantity("1Gi"));
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(LabNode.NAME)
                .endMetadata()
                .withNewStatus()
                .withCapacity(amounts)
                .withAllocatable(amounts)
                .endStatus()
                .build();
        Node created = client.resource(node).create();
        created.setStatus(node.getStatus());
        client.resource(created).updateStatus();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void theNodeShowsItsSizeAndWhatItOffers() {
        assertThat(pods.nodeMilliCpu()).isEqualTo(2000);
        assertThat(pods.offeredMilliCpu()).isEqualTo(1234);
    }

    @Test
    void nothingIsOfferedAnyMoreWhenOursIsForgotten() {
        pods.forget();

        assertThat(pods.offeredMilliCpu()).isZero();
        assertThat(pods.nodeMilliCpu()).isEqualTo(2000);
    }

    @Test
    void theClusterGetsWhatThePlanIsToldOf() throws Exception {
        pods.configure();

        Map<String, String> data = client.configMaps()
                .inNamespace(WellKnown.NAMESPACE)
                .withName(WellKnown.SLO_CONFIG_MAP)
                .get()
                .getData();
        JsonNode colocation = new ObjectMapper().readTree(data.get("colocation-config"));
        assertThat(colocation.path("enable").asBoolean()).isTrue();
        assertThat(NodePods.planSetting()).contains("cpuSuppressThresholdPercent=65");
        for (String field : NodePods.planSetting().split(",")) {
            String[] parts = field.split("=");
            JsonNode suppress = new ObjectMapper().readTree(data.get("resource-threshold-config"));
            JsonNode set =
                    colocation.has(parts[0]) ? colocation.get(parts[0]) : suppress.at("/clusterStrategy/" + parts[0]);
            assertThat(set.asText()).as(parts[0]).isEqualTo(parts[1]);
        }
    }
}
