package io.koordbridge.lab.starvation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.koordbridge.lab.hadoop.NodeManagerRest;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server stands for both daemons: the NodeManager hears of its capacity after some of the questions. */
class DaemonWatchTest {

    private HttpServer server;
    private volatile String state = "RUNNING";
    private volatile String capacity = "";
    private final AtomicInteger deafFor = new AtomicInteger();

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/ws/v1/cluster/nodes", this::nodes);
        server.createContext("/ws/v1/node/info", this::info);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void nodes(HttpExchange call) throws IOException {
        if (call.getRequestMethod().equals("POST")) {
            capacity = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            answer(call, "{}");
        } else {
            answer(call, "{\"nodes\":{\"node\":[{\"id\":\"localhost:1\",\"state\":\"" + state + "\"}]}}");
        }
    }

    private void info(HttpExchange call) throws IOException {
        boolean more = capacity.contains("\"vCores\":17") && deafFor.getAndDecrement() <= 0;
        answer(call, "{\"nodeInfo\":{\"totalVCoresAllocatedContainers\":" + (more ? 17 : 16) + "}}");
    }

    private static void answer(HttpExchange call, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(200, bytes.length);
        try (call) {
            call.getResponseBody().write(bytes);
        }
    }

    private DaemonWatch watch() {
        URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new DaemonWatch(new ResourceManagerRest(base), new NodeManagerRest(base), "localhost:1", 1024, 16);
    }

    @Test
    void eachLookAsksForAnotherCapacityAndWaitsUntilItIsThere() {
        DaemonWatch watch = watch();
        deafFor.set(2);

        DaemonLook first = watch.look();
        String more = capacity;
        DaemonLook second = watch.look();

        assertThat(more).contains("\"vCores\":17", "\"overCommitTimeout\":3600000");
        assertThat(capacity).contains("\"vCores\":16");
        assertThat(first.running()).isTrue();
        // Two answers without it, and a pause after each.
        assertThat(first.heartbeat()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        assertThat(second.web()).isPositive();
    }

    @Test
    void aNodeThatIsLostIsNotAsked() {
        state = "LOST";

        DaemonReport report = DaemonReport.of(List.of(watch().look()), 0, 0);

        assertThat(capacity).isEmpty();
        assertThat(report.states()).isEqualTo(Set.of("LOST"));
        assertThat(report.notRunning()).isEqualTo(1);
    }
}
