package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtenderHttpTest {

    private static final KubernetesMockServer SERVER = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static DropwizardTestSupport<SchedulerConfiguration> process;
    private static KubernetesClient client;

    @BeforeAll
    static void start() throws Exception {
        SERVER.init(InetAddress.getLoopbackAddress(), 0);
        client = SERVER.createClient();
        client.resource(Samples.node("large", 8_000, "32Gi", Map.of())).create();
        client.resource(Samples.node("small", 2_000, "8Gi", Map.of())).create();
        client.resource(Samples.node(
                        "reserved",
                        8_000,
                        "32Gi",
                        Map.of(Annotations.NODE_RESERVATION, "{\"resources\":{\"cpu\":\"8\"}}")))
                .create();
        client.resource(Samples.bound(Samples.batchPod("running", 1_000, "1Gi"), "small"))
                .create();
        process = new DropwizardTestSupport<>(
                SchedulerApplication.class,
                "src/main/dist/conf/koord-scheduler.yaml",
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("extender.maxRequestSize", "1MiB"),
                ConfigOverride.config("kubernetes.apiServer", SERVER.url("/")));
        process.before();
        await().until(() -> get("/healthcheck").statusCode() == 200);
    }

    @AfterAll
    static void stop() {
        process.after();
        client.close();
        SERVER.destroy();
    }

    @Test
    void filtersByName() throws Exception {
        JsonNode answer = Json.MAPPER.readTree(
                post("filter", names(Samples.batchPod("p", 1_500, "1Gi"), "large", "small", "unseen"))
                        .body());

        assertThat(answer.path("NodeNames")).hasSize(1);
        assertThat(answer.path("NodeNames").path(0).textValue()).isEqualTo("large");
        assertThat(answer.path("FailedNodes")).isEmpty();
        assertThat(answer.path("FailedAndUnresolvableNodes").path("small").textValue())
                .isEqualTo("Insufficient kubernetes.io/batch-cpu");
        assertThat(answer.path("FailedAndUnresolvableNodes").path("unseen").textValue())
                .isEqualTo("node(s) not known to the extender yet");
        assertThat(answer.path("Error").textValue()).isEmpty();
    }

    @Test
    void refusesNodeObjectsAndNamesTheSetting() throws Exception {
        ObjectNode request = Json.MAPPER.createObjectNode();
        request.set("Pod", Json.tree(Samples.batchPod("p", 1_500, "1Gi")));
        request.putObject("Nodes").putArray("items").add(Json.tree(Samples.node("large", 8_000, "32Gi", Map.of())));
        request.putNull("NodeNames");

        HttpResponse<String> answer = post("filter", request.toString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Json.MAPPER.readTree(answer.body()).path("Error").textValue())
                .contains("nodeCacheCapable: true");
    }

    @Test
    void readsOfAKnownPodOnlyItsName() throws Exception {
        Pod waiting = client.resource(Samples.batchPod("waiting", 1_500, "1Gi")).create();
        await().until(() -> get("/metrics").body().contains("koord_scheduler_pending_pods 1.0"));
        ObjectNode named = Json.MAPPER.createObjectNode();
        named.putObject("metadata")
                .put("name", "waiting")
                .put("namespace", "jobs")
                .put("uid", waiting.getMetadata().getUid());
        named.put("spec", "not read");

        JsonNode answer = Json.MAPPER.readTree(
                post("filter", names(named, "large", "small")).body());

        assertThat(answer.path("NodeNames").path(0).textValue()).isEqualTo("large");
        assertThat(answer.path("FailedAndUnresolvableNodes").path("small").textValue())
                .isEqualTo("Insufficient kubernetes.io/batch-cpu");
        client.resource(waiting).delete();
    }

    @Test
    void offersOneNodeToAKnownPodAndKeepsItsRoomUntilItIsGone() throws Exception {
        Pod waiting = client.resource(Samples.batchPod("kept", 500, "1Gi")).create();
        await().until(() -> get("/metrics").body().contains("koord_scheduler_pending_pods 1.0"));

        JsonNode answer = Json.MAPPER.readTree(
                post("filter", names(waiting, "large", "small")).body());

        assertThat(answer.path("NodeNames")).hasSize(1);
        assertThat(answer.path("NodeNames").path(0).textValue()).isEqualTo("large");
        JsonNode kept = Json.MAPPER.readTree(get("/apis/v1/assumed").body());
        assertThat(kept).singleElement().satisfies(one -> {
            assertThat(one.path("pod").textValue()).isEqualTo("jobs/kept");
            assertThat(one.path("node").textValue()).isEqualTo("large");
        });
        client.resource(waiting).delete();
        await().until(() -> get("/apis/v1/assumed").body().equals("[ ]"));
    }

    /** kube-scheduler is on the same machine and its client accepts whatever comes. */
    @Test
    void doesNotCompressAnswers() throws Exception {
        String[] unseen = new String[200];
        for (int i = 0; i < unseen.length; i++) {
            unseen[i] = "unseen-" + i;
        }
        HttpResponse<String> answer = HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.getLocalPort() + "/extender/v1/filter"))
                        .header("Content-Type", "application/json")
                        .header("Accept-Encoding", "gzip")
                        .POST(HttpRequest.BodyPublishers.ofString(names(Samples.batchPod("p", 500, "1Gi"), unseen)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(answer.body()).contains("\"unseen-199\"");
    }

    @Test
    void answersAVerbThatDoesNotExistWith404() throws Exception {
        HttpResponse<String> answer = post("score", "{}");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo("{\"Error\":\"no such verb\"}");
    }

    @Test
    void alwaysSendsTheListOfNames() throws Exception {
        JsonNode answer = Json.MAPPER.readTree(post("filter", names(Samples.batchPod("p", 99_000, "1Gi"), "large"))
                .body());

        assertThat(answer.path("NodeNames").isArray()).isTrue();
        assertThat(answer.path("NodeNames")).isEmpty();
    }

    @Test
    void keepsNativePodsOutOfReservedCapacity() throws Exception {
        JsonNode answer =
                Json.MAPPER.readTree(post("filter", names(Samples.pod("p", Map.of("cpu", "9")), "large", "reserved"))
                        .body());

        assertThat(answer.path("NodeNames").path(0).textValue()).isEqualTo("large");
        assertThat(answer.path("FailedAndUnresolvableNodes").path("reserved").textValue())
                .isEqualTo("Insufficient cpu beside the node's reservation");
    }

    @Test
    void prefersTheNodeWithMostBatchLeft() throws Exception {
        JsonNode answer =
                Json.MAPPER.readTree(post("prioritize", names(Samples.batchPod("p", 500, "1Gi"), "small", "large"))
                        .body());

        assertThat(answer.path(0).path("Host").textValue()).isEqualTo("small");
        assertThat(answer.path(1).path("Host").textValue()).isEqualTo("large");
        assertThat(answer.path(1).path("Score").longValue())
                .isGreaterThan(answer.path(0).path("Score").longValue());
    }

    @Test
    void acceptsFieldNamesInAnyCase() throws Exception {
        String request = names(Samples.batchPod("p", 500, "1Gi"), "large")
                .replace("\"Pod\"", "\"pod\"")
                .replace("\"NodeNames\"", "\"nodenames\"");

        assertThat(Json.MAPPER.readTree(post("filter", request).body()).path("NodeNames"))
                .hasSize(1);
    }

    @Test
    void tellsWhyAPodIsNotBound() throws Exception {
        HttpResponse<String> answer =
                post("bind", "{\"PodName\":\"none\",\"PodNamespace\":\"jobs\",\"PodUID\":\"u\",\"Node\":\"large\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"Error\":\"pod jobs/none with uid 'u' does not exist any more\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "17",
                "{}",
                "{\"Pod\":null,\"NodeNames\":[]}",
                "{\"Pod\":{\"metadata\":{}},\"NodeNames\":[]}",
                "{\"Pod\":{\"metadata\":{\"name\":\"p\"}}}",
                "{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNames\":[1]}",
                "{\"Pod\":{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":7}},\"NodeNames\":[]}",
                "{\"Pod\":{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[null]}},\"NodeNames\":[]}",
                "{\"Pod\":{\"metadata\":{\"name\":\"p\"},\"spec\":{\"initContainers\":null}},\"NodeNames\":[]}",
                "{\"Pod\":{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"1e999999999\"}}}]}},\"NodeNames\":[]}"
            })
    void answersAMalformedRequestWith400AndTheProblem(String body) throws Exception {
        for (String verb : List.of("filter", "prioritize")) {
            HttpResponse<String> answer = post(verb, body);

            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(Json.MAPPER.readTree(answer.body()).path("Error").textValue())
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"PodName\":\"p\",\"PodNamespace\":\"n\"}",
                "{\"PodName\":5}",
                "{\"PodName\":\"../../version\",\"PodNamespace\":\"n\",\"Node\":\"large\"}",
                "{\"PodName\":\"p\",\"PodNamespace\":\"..\",\"Node\":\"large\"}",
                "{\"PodName\":\"p\\nx\",\"PodNamespace\":\"n\",\"Node\":\"large\"}",
            })
    void answersAMalformedBindWith400(String body) throws Exception {
        HttpResponse<String> answer = post("bind", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("Error");
    }

    @Test
    void survivesRandomBytesAndDeepNesting() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            byte[] noise = new byte[random.nextInt(2_000)];
            random.nextBytes(noise);
            assertThat(post("filter", new String(noise, StandardCharsets.ISO_8859_1))
                            .statusCode())
                    .isEqualTo(400);
        }
        assertThat(post("filter", "{\"Pod\":" + "[".repeat(100_000)).statusCode())
                .isEqualTo(400);
        filtersByName();
    }

    @Test
    void refusesARequestThatIsTooLarge() throws Exception {
        // Barely: what is left unread when the answer comes may cost the answer.
        HttpResponse<String> answer = post("filter", "{\"Pod\":\"" + "x".repeat(1 << 20) + "\"}");

        assertThat(answer.statusCode()).isEqualTo(413);
        filtersByName();
    }

    @Test
    void mayBeLedByWhileChangesArrive() throws Exception {
        assertThat(get("/leadable").statusCode()).isEqualTo(200);
        assertThat(get("/leadable").body()).isEqualTo("leadable\n");
    }

    @Test
    void showsBatchCapacityByNode() throws Exception {
        JsonNode node = Json.MAPPER.readTree(get("/apis/v1/nodes/small").body());

        assertThat(node.path("batchCpuMilli").path("allocatable").longValue()).isEqualTo(2_000);
        assertThat(node.path("batchCpuMilli").path("requested").longValue()).isEqualTo(1_000);
        assertThat(node.path("batchCpuMilli").path("free").longValue()).isEqualTo(1_000);
        assertThat(Json.MAPPER.readTree(get("/apis/v1/nodes").body())).hasSize(3);
        assertThat(get("/apis/v1/nodes/none").statusCode()).isEqualTo(404);
        assertThat(get("/apis/v1/assumed").body()).isEqualTo("[ ]");
    }

    @Test
    void aBadAnnotationIsReportedWhenItBeginsChangesAndEnds() {
        client.resource(Samples.node("odd", 2_000, "8Gi", Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{bad")))
                .create();
        await().until(() -> events("BadSchedulingAnnotation").size() == 1);

        // As a kubelet does, again and again.
        change("{\"metadata\":{\"labels\":{\"example.com/any\":\"1\"}}}");
        annotate("[worse");
        await().until(() -> events("BadSchedulingAnnotation").size() == 2);
        annotate("{}");

        await().until(() -> events("SchedulingAnnotationValid").size() == 1);
        assertThat(events("BadSchedulingAnnotation"))
                .extracting(Event::getMessage)
                .satisfiesExactlyInAnyOrder(
                        first -> assertThat(first).contains("{bad"),
                        second -> assertThat(second).contains("[worse"));
        client.nodes().withName("odd").delete();
    }

    private static void annotate(String ratios) {
        change("{\"metadata\":{\"annotations\":{\"" + Annotations.NODE_AMPLIFICATION_RATIO + "\":\"" + ratios
                + "\"}}}");
    }

    private static void change(String patch) {
        client.nodes().withName("odd").patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static List<Event> events(String reason) {
        return client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .toList();
    }

    @Test
    void countsRequestsByVerbAndResult() throws Exception {
        filtersByName();

        assertThat(get("/metrics").body())
                .contains("koord_scheduler_extender_requests_total{result=\"ok\",verb=\"filter\"}")
                .contains("koord_scheduler_extender_request_seconds_count{verb=\"filter\"}")
                .contains("koord_scheduler_nodes 3.0");
    }

    private static String names(Object pod, String... nodes) {
        ObjectNode request = Json.MAPPER.createObjectNode();
        request.set("Pod", Json.tree(pod));
        request.putNull("Nodes");
        for (String node : nodes) {
            request.withArray("NodeNames").add(node);
        }
        return request.toString();
    }

    private static HttpResponse<String> post(String verb, String body) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + process.getLocalPort() + "/extender/v1/" + verb))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.getAdminPort() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
