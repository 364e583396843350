package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.lab.process.FreePorts;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ConfigAdmissionTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TWO_ENTRIES = "{\"nodeStrategies\":["
            + "{\"name\":\"a\",\"nodeSelector\":{\"matchLabels\":{\"pool\":\"x\"}}},"
            + "{\"name\":\"b\",\"nodeSelector\":{\"matchLabels\":{\"zone\":\"1\"}}}]}";
    private static final ControlPlane PLANE = new ControlPlane();
    private static final int PORT = FreePorts.find(1).get(0);
    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static HttpClient client;

    @BeforeAll
    static void start() throws Exception {
        PLANE.configure(Map.of("resource-threshold-config", TWO_ENTRIES));
        PLANE.client
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("n1")
                        .withLabels(Map.of("pool", "y", "zone", "1"))
                        .endMetadata()
                        .build())
                .create();
        process = PLANE.startManager(
                "webhook.port=" + PORT,
                "featureGates.ConfigMapValidatingWebhook=true",
                "featureGates.NodeValidatingWebhook=true");
        await().until(() -> PLANE.webhookSecret() != null);
        client = HttpClient.newBuilder()
                .sslContext(WebhookTest.trusting(PLANE.webhookSecret()))
                .build();
        await().ignoreExceptions().until(() -> configMap(Map.of()).statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    @Test
    void aWrongConfigurationIsRefusedWithFieldAndRange() throws Exception {
        JsonNode answer = answer(configMap(Map.of("colocation-config", "{\"midCPUThresholdPercent\": 101}")));

        assertThat(answer.path("allowed").asBoolean()).isFalse();
        assertThat(answer.at("/status/message").asText())
                .startsWith("___{\"reason\":\"ConfigParamInvalid\"")
                .contains("midCPUThresholdPercent", "101", "0..100");
        assertThat(answer(configMap(Map.of("colocation-config", "{\"midCPUThresholdPercent\": 100}")))
                        .path("allowed")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void entriesThatSelectAnExistingNodeTwiceAreRefused() throws Exception {
        String both = TWO_ENTRIES.replace("\"pool\":\"x\"", "\"pool\":\"y\"");

        JsonNode answer = answer(configMap(Map.of("cpu-burst-config", both)));

        assertThat(answer.path("allowed").asBoolean()).isFalse();
        assertThat(answer.at("/status/message").asText()).contains("ExistNodeConfict", "\"exampleNodes\":[\"n1\"]");
        assertThat(answer(configMap(Map.of("cpu-burst-config", TWO_ENTRIES)))
                        .path("allowed")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aNodeKeepsItsLabelsWhenNewOnesWouldSelectItTwice() throws Exception {
        JsonNode refused = answer(node(Map.of("pool", "x", "zone", "1")));

        assertThat(refused.path("allowed").asBoolean()).isFalse();
        assertThat(refused.at("/status/message").asText()).contains("resource-threshold-config", "n1");
        assertThat(answer(node(Map.of("pool", "x"))).path("allowed").asBoolean())
                .isTrue();
    }

    @Test
    void reviewsAreCountedByWhatTheyAreAbout() throws Exception {
        configMap(Map.of("colocation-config", "{"));

        HttpResponse<String> metrics = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.getAdminPort() + "/metrics"))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(metrics.body())
                .containsPattern(
                        "koord_manager_webhook_webhook_duration_milliseconds_count\\{object_type=\"configmap\","
                                + "operation=\"CREATE\",plugin_name=\"[a-z]+\",status=\"rejected\",webhook_type=\"validate\"} [1-9]");
    }

    private static HttpResponse<String> configMap(Map<String, String> data) throws Exception {
        ObjectNode object = object("slo-controller-config");
        ((ObjectNode) object.path("metadata")).put("namespace", "koordinator-system");
        object.set("data", MAPPER.valueToTree(data));
        return post("/validate-configmap", "CREATE", "configmaps", object, null);
    }

    private static HttpResponse<String> node(Map<String, String> labels) throws Exception {
        ObjectNode after = object("n1");
        ((ObjectNode) after.path("metadata")).set("labels", MAPPER.valueToTree(labels));
        return post("/validate-node", "UPDATE", "nodes", after, object("n1"));
    }

    private static ObjectNode object(String name) {
        ObjectNode object = MAPPER.createObjectNode();
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static HttpResponse<String> post(
            String path, String operation, String resource, ObjectNode object, ObjectNode oldObject) throws Exception {
        ObjectNode review = MAPPER.createObjectNode();
        review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "u").put("operation", operation);
        request.putObject("resource").put("resource", resource);
        request.set("object", object);
        request.set("oldObject", oldObject);
        return client.send(
                HttpRequest.newBuilder(URI.create("https://localhost:" + PORT + path))
                        .POST(BodyPublishers.ofString(review.toString()))
                        .build(),
                BodyHandlers.ofString());
    }

    private static JsonNode answer(HttpResponse<String> response) {
        return ControlPlane.json(response.body()).path("response");
    }
}
