package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResourceManagerWebTest {

    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    /** Answers by path; what is not in it is not found. */
    private URI server(Map<String, String> answers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = answers.get(exchange.getRequestURI().getPath());
            byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(body == null ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private URI resourceManager(String state, String pending) throws IOException {
        return server(Map.of(
                "/ws/v1/cluster/info", "{\"clusterInfo\":{\"haState\":\"" + state + "\"}}",
                "/jmx", "{\"pending\":" + pending + "}"));
    }

    private static ResourceManagerWeb web(URI... servers) {
        return new ResourceManagerWeb(List.of(servers), HadoopWeb.PLAIN);
    }

    @Test
    void numbersComeFromTheOneThatServes() throws IOException {
        URI standby = resourceManager("STANDBY", "7");
        URI active = resourceManager("ACTIVE", "3");

        assertThat(web(standby, active).ofActive("/jmx?qry=x").path("pending").asInt())
                .isEqualTo(3);
    }

    @Test
    void withoutOneThatServesTheReasonIsThatOfTheLast() throws IOException {
        URI standby = resourceManager("STANDBY", "7");
        URI closed = server(Map.of());

        assertThatIOException()
                .isThrownBy(() -> web(closed, standby).ofActive("/jmx"))
                .withMessage(standby + " is on standby");
        assertThatIOException()
                .isThrownBy(() -> web(standby, closed).ofActive("/jmx"))
                .withMessage(closed + ": status 404");
        assertThatIOException()
                .isThrownBy(() -> web().ofActive("/jmx"))
                .withMessage("no web server of a ResourceManager is known");
    }

    @Test
    void aPropertyThatIsNotSetIsNoneAndAnAnswerAboutAnotherIsAFault() throws IOException {
        URI other = server(Map.of("/conf", "{\"property\":{\"key\":\"b\",\"value\":\"1\"}}"));

        assertThat(web().property(server(Map.of()), "a")).isEmpty();
        assertThat(web().property(other, "b")).contains("1");
        assertThatIOException().isThrownBy(() -> web().property(other, "a"));
        assertThatIOException()
                .isThrownBy(() -> web().property(server(Map.of("/conf", "<html>")), "a"))
                .withMessage("no JSON");
    }
}
