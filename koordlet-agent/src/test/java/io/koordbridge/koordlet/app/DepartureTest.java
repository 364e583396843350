package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepartureTest {

    private HttpServer server;
    private KubernetesClient client;
    private volatile int status = 200;
    private volatile String body = "{}";
    private volatile String nodes = """
        {"metadata": {"name": "node-a", "labels": {"pool": "batch", "rank": "3"}},
         "spec": {"taints": [{"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"},
                             {"key": "dedicated", "value": "x", "effect": "NoSchedule"}]}}""";
    private volatile String nodesAsked = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/apis/apps/v1/namespaces/ns/daemonsets/koordlet", exchange -> answer(exchange, status, body));
        server.createContext("/api/v1/nodes", exchange -> {
            nodesAsked = exchange.getRequestURI().getQuery();
            answer(exchange, 200, "{\"kind\": \"NodeList\", \"apiVersion\": \"v1\", \"items\": [" + nodes + "]}");
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        client = KubeClients.connect(new KubeConnection(null, url, Duration.ofSeconds(5), 2), "departure-test");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private static String daemonSet(String podSpec) {
        return "{\"metadata\": {\"name\": \"koordlet\"}, \"spec\": {\"template\": {\"spec\": {" + podSpec + "}}}}";
    }

    @AfterEach
    void end() {
        client.close();
        server.stop(0);
    }

    private boolean anotherFollows() {
        return new Departure(client, Map.of(Departure.DAEMON_SET, "ns/koordlet"), "node-a").anotherFollows();
    }

    @Test
    void aRollingUpdateKeepsTheLimits() {
        body = "{\"metadata\": {\"name\": \"koordlet\"}}";

        assertThat(anotherFollows()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | true",
                "\"nodeSelector\": {\"pool\": \"batch\"} | true",
                "\"nodeSelector\": {\"pool\": \"online\"} | false",
                "\"nodeSelector\": {\"pool\": \"batch\", \"new\": \"yes\"} | false",
                "'rank', 'operator': 'Gt', 'values': ['2'] | true",
                "'rank', 'operator': 'Lt', 'values': ['2'] | false",
                "'pool', 'operator': 'NotIn', 'values': ['batch'] | false",
            })
    void aNodeThatLeavesTheSelectionKeepsNone(String selection, boolean follows) {
        body = daemonSet(spec(selection.strip()));

        assertThat(anotherFollows()).isEqualTo(follows);
        assertThat(nodesAsked).contains("fieldSelector=metadata.name=node-a");
    }

    /** A rule of a required node affinity, or text as it is. */
    private static String spec(String selection) {
        if (selection.isEmpty() || selection.startsWith("\"")) {
            return selection;
        }
        return """
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
              {"matchExpressions": [{"key": %s}]}]}}}""".formatted(selection.replace('\'', '"'));
    }

    @Test
    void aTaintThatEndsPodsLeavesNoneUnlessItIsTolerated() {
        nodes = """
            {"metadata": {"name": "node-a"}, "spec": {"taints": [{"key": "gone", "effect": "NoExecute"}]}}""";
        body = daemonSet("");
        assertThat(anotherFollows()).isFalse();

        body = daemonSet("\"tolerations\": [{\"operator\": \"Exists\"}]");
        assertThat(anotherFollows()).isTrue();
    }

    @Test
    void aNodeThatIsNoneOfTheClusterKeepsNone() {
        body = daemonSet("");
        nodes = "";

        assertThat(anotherFollows()).isFalse();
    }

    @Test
    void aDaemonSetThatIsBeingDeletedKeepsNone() {
        body = "{\"metadata\": {\"name\": \"koordlet\", \"deletionTimestamp\": \"2026-01-01T00:00:00Z\"}}";

        assertThat(anotherFollows()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"401, false", "403, false", "404, false", "500, true"})
    void anInstallationThatIsGoneKeepsNone(int answer, boolean follows) {
        status = answer;

        assertThat(anotherFollows()).isEqualTo(follows);
    }

    @Test
    void anApiServerThatIsAwaySaysNothing() {
        server.stop(0);

        assertThat(anotherFollows()).isTrue();
    }

    @Test
    void outsideOfAClusterNobodyFollows() {
        assertThat(new Departure(client, Map.of(), "node-a").anotherFollows()).isFalse();
    }
}
