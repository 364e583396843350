package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders that are slow or send anything: each is cut or refused, and the next request is answered. */
class ExtenderSendersTest {

    private static final KubernetesMockServer SERVER = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final List<String> VERBS = List.of("filter", "prioritize", "preempt", "bind");

    private static final String POD = """
            {"metadata": {"name": "p", "namespace": "jobs", "uid": "u", "labels": {"koordinator.sh/qosClass": "LSR"},
              "annotations": {"scheduling.koordinator.sh/resource-spec": "{}"},
              "creationTimestamp": "2026-01-01T00:00:00Z",
              "ownerReferences": [{"apiVersion": "v1", "kind": "DaemonSet", "name": "d", "uid": "o", "controller": true}]},
             "spec": {"priority": 9500, "nodeName": "n1", "nodeSelector": {"a": "b"}, "overhead": {"cpu": "1m"},
              "containers": [{"name": "c", "ports": [{"hostPort": 80, "protocol": "TCP", "hostIP": "::"}],
                "resources": {"requests": {"cpu": "1"}, "limits": {"cpu": "2"}}}],
              "initContainers": [{"name": "i", "restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}}],
              "resources": {"requests": {"cpu": "3"}, "limits": {"cpu": "3"}},
              "tolerations": [{"key": "k", "operator": "Exists", "effect": "NoSchedule"}],
              "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "k"}],
              "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms":
                [{"matchExpressions": [{"key": "k", "operator": "In", "values": ["v"]}],
                  "matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}}}},
             "status": {"phase": "Running", "qosClass": "Burstable",
              "conditions": [{"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"}],
              "containerStatuses": [{"name": "c", "allocatedResources": {"cpu": "1"},
                "resources": {"requests": {"cpu": "1"}}}]}}
            """;

    private static DropwizardTestSupport<SchedulerConfiguration> process;

    @BeforeAll
    static void start() throws Exception {
        SERVER.init(InetAddress.getLoopbackAddress(), 0);
        try (KubernetesClient client = SERVER.createClient()) {
            client.resource(Samples.node("n1", 8_000, "32Gi", Map.of())).create();
        }
        process = new DropwizardTestSupport<>(
                SchedulerApplication.class,
                "src/main/dist/conf/koord-scheduler.yaml",
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("extender.maxRequestSize", "1MiB"),
                ConfigOverride.config("extender.answerWithin", "100ms"),
                ConfigOverride.config("kubernetes.apiServer", SERVER.url("/")));
        process.before();
        await().until(() -> HTTP.send(
                                HttpRequest.newBuilder(URI.create(
                                                "http://127.0.0.1:" + process.getAdminPort() + "/healthcheck"))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode()
                == 200);
    }

    @AfterAll
    static void stop() {
        process.after();
        SERVER.destroy();
    }

    @AfterEach
    void theNextRequestIsAnswered() {
        // A busy machine may be late once.
        await().untilAsserted(() -> assertThat(post("filter", request(Json.tree(Samples.batchPod("p", 500, "1Gi"))))
                        .body())
                .contains("\"NodeNames\":[\"n1\"]"));
    }

    private static String request(JsonNode pod) {
        return "{\"Pod\":" + pod + ",\"NodeNames\":[\"n1\"]}";
    }

    private static HttpResponse<String> post(String verb, String body) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + process.getLocalPort() + "/extender/v1/" + verb))
                        .timeout(Duration.ofMinutes(1))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static Socket begun(int length) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), process.getLocalPort());
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write(
                        ("POST /extender/v1/filter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                                        + length + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** An answer of 4xx, or nothing but the end of the connection. */
    @Test
    void aSenderOfOneByteASecondIsCut() throws Exception {
        try (Socket socket = begun(1_000)) {
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            int sent = 0;
            while (in.available() == 0 && sent < 60) {
                try {
                    out.write('{');
                    out.flush();
                } catch (IOException cut) {
                    return;
                }
                sent++;
                LockSupport.parkNanos(1_000_000_000L);
            }

            assertThat(sent).isLessThan(60);
            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 4");
        }
    }

    @Test
    void whatArrivesWhenTheCallerHasGivenUpIsNotCalculated() throws Exception {
        byte[] body = request(Json.tree(Samples.batchPod("p", 500, "1Gi"))).getBytes(StandardCharsets.UTF_8);
        try (Socket socket = begun(body.length)) {
            LockSupport.parkNanos(500_000_000L);
            socket.getOutputStream().write(body);
            socket.shutdownOutput();

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 503")
                    .contains("no answer within 100 ms");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "{\"Pod\":", "{\"Pod\":{\"metadata\":{\"labels\":", "[[{\"NodeNames\":"})
    void deepJsonIsRefused(String part) throws Exception {
        for (String verb : VERBS) {
            assertThat(post(verb, part.repeat((1 << 20) / part.length() - 1)).statusCode())
                    .as(verb)
                    .isBetween(400, 499);
        }
    }

    @Test
    void whatIsTooLargeIsRefused() throws Exception {
        for (String verb : VERBS) {
            assertThat(isRefused(verb, "{\"Pod\":\"" + "x".repeat(1 << 20) + "\"}"))
                    .as(verb)
                    .isTrue();
        }
    }

    /** With an answer, or by a connection that ends while the rest is still sent: then the answer may be lost. */
    private static boolean isRefused(String verb, String body) throws InterruptedException {
        try {
            return post(verb, body).statusCode() == 413;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void randomJsonIsRefusedOrAnsweredAndNeverAnError() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            String verb = VERBS.get(i % VERBS.size());
            String body = value(random, 4);

            assertThat(post(verb, body).statusCode()).as(verb + " " + body).isIn(200, 400, 503);
        }
    }

    /** Each part of a pod is replaced by each kind of value. */
    @Test
    void whateverAPartOfAPodIsTheAnswerIsNoError() throws Exception {
        ObjectNode pod = (ObjectNode) Json.MAPPER.readTree(POD);
        List<String> broken = new ArrayList<>();
        for (JsonPointer part : parts(pod)) {
            for (String value : List.of("null", "[]", "{}", "7", "\"\"", "[null]", "{\"\":null}", "true")) {
                ObjectNode other = pod.deepCopy();
                JsonNode parent = other.at(part.head());
                JsonNode put = Json.MAPPER.readTree(value);
                if (parent instanceof ObjectNode object) {
                    object.set(part.last().getMatchingProperty(), put);
                } else {
                    ((ArrayNode) parent).set(part.last().getMatchingIndex(), put);
                }
                for (String verb : List.of("filter", "preempt")) {
                    int status = post(
                                    verb, "{\"Pod\":" + other + ",\"NodeNames\":[\"n1\"],\"NodeNameToMetaVictims\":{}}")
                            .statusCode();
                    if (status == 500) {
                        broken.add(verb + " " + part + " = " + value);
                    }
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    private static List<JsonPointer> parts(JsonNode tree) {
        List<JsonPointer> parts = new ArrayList<>();
        addParts(tree, JsonPointer.empty(), parts);
        return parts;
    }

    private static void addParts(JsonNode tree, JsonPointer at, List<JsonPointer> parts) {
        if (!at.matches()) {
            parts.add(at);
        }
        tree.properties().forEach(child -> addParts(child.getValue(), at.appendProperty(child.getKey()), parts));
        for (int i = 0; tree.isArray() && i < tree.size(); i++) {
            addParts(tree.get(i), at.appendIndex(i), parts);
        }
    }

    private static String value(Random random, int depth) {
        List<String> names = List.of(
                "Pod",
                "NodeNames",
                "Nodes",
                "metadata",
                "name",
                "uid",
                "namespace",
                "spec",
                "containers",
                "resources",
                "requests",
                "cpu",
                "annotations",
                "PodName",
                "Node",
                "NodeNameToMetaVictims",
                "Pods",
                "status");
        int kind = random.nextInt(depth == 0 ? 4 : 7);
        return switch (kind) {
            case 0 -> Long.toString(random.nextLong());
            case 1 -> random.nextBoolean() ? "null" : "1e" + random.nextInt(1_000_000_000);
            case 2 -> "\"" + "n1".repeat(random.nextInt(3)) + "\"";
            case 3 -> Boolean.toString(random.nextBoolean());
            case 4 -> "[" + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
            default -> {
                StringBuilder object = new StringBuilder("{");
                for (int i = random.nextInt(4); i >= 0; i--) {
                    object.append('"')
                            .append(names.get(random.nextInt(names.size())))
                            .append("\":")
                            .append(value(random, depth - 1))
                            .append(i == 0 ? "" : ",");
                }
                yield object.append('}').toString();
            }
        };
    }
}
