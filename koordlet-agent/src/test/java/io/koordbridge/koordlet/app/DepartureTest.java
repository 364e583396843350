package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

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

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/apis/apps/v1/namespaces/ns/daemonsets/koordlet", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        client = KubeClients.connect(new KubeConnection(null, url, Duration.ofSeconds(5), 2), "departure-test");
    }

    @AfterEach
    void end() {
        client.close();
        server.stop(0);
    }

    private boolean anotherFollows() {
        return new Departure(client, Map.of(Departure.DAEMON_SET, "ns/koordlet")).anotherFollows();
    }

    @Test
    void aRollingUpdateKeepsTheLimits() {
        body = "{\"metadata\": {\"name\": \"koordlet\"}}";

        assertThat(anotherFollows()).isTrue();
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
        assertThat(new Departure(client, Map.of()).anotherFollows()).isFalse();
    }
}
