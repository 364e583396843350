package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.koordbridge.policy.amount.YarnAmount;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinimumAllocationsTest {

    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    private static Optional<YarnAmount> read(URI... servers) {
        return new MinimumAllocations(new ResourceManagerWeb(List.of(servers), HadoopWeb.PLAIN)).read();
    }

    @Test
    void theLargestOfAllThatAnswerCounts() throws IOException {
        URI small = server(200, "512");
        URI large = server(200, "2048");
        URI silent = server(401, "4096");

        assertThat(read(small, large, silent)).contains(new YarnAmount(2048, 2048));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "many", "99999999", "1048577"})
    void anAnswerThatCannotBeIsNone(String value) throws IOException {
        assertThat(read(server(200, value))).isEmpty();
    }

    @Test
    void withoutAnAnswerThereIsNone() throws IOException {
        assertThat(read(server(403, "1024"))).isEmpty();
        assertThat(read()).isEmpty();
    }

    @Test
    void theWebServersOfAPairAreBothAsked() {
        Configuration configuration = new Configuration(false);
        configuration.set("yarn.resourcemanager.ha.enabled", "true");
        configuration.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
        configuration.set("yarn.resourcemanager.hostname.rm1", "one");
        configuration.set("yarn.resourcemanager.webapp.address.rm2", "two:18088");

        assertThat(ClusterFiles.webServers(configuration))
                .containsExactly(URI.create("http://one:8088/"), URI.create("http://two:18088/"));

        configuration.set("yarn.http.policy", "HTTPS_ONLY");
        assertThat(ClusterFiles.webServers(configuration))
                .containsExactly(URI.create("https://one:8090/"), URI.create("https://rm2:8090/"));
    }

    /** Answers as the servlet of Hadoop does. */
    private URI server(int status, String value) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/conf", exchange -> {
            String key = exchange.getRequestURI().getQuery().replace("name=", "");
            byte[] body = ("{\"property\":{\"key\":\"" + key + "\",\"value\":\"" + value
                            + "\",\"isFinal\":false,\"resource\":\"yarn-site.xml\"}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        servers.add(server);
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }
}
