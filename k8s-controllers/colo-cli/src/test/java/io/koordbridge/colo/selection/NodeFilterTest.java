package io.koordbridge.colo.selection;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of nodes by what the API server says of them; a real one answers in PreflightIT. */
class NodeFilterTest {
    private static final String NODES = "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[%s]}";
    private static final String NODE =
            "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\",\"labels\":{\"pool\":\"%s\"}}}";
    private static final String CONFIG =
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"c\"},\"data\":"
                    + "{\"colocation-config\":\"{\\\"nodeConfigs\\\":[{\\\"name\\\":\\\"spare\\\",\\\"nodeSelector\\\":"
                    + "{\\\"matchLabels\\\":{\\\"pool\\\":\\\"b\\\"}}}]}\"}}";

    private final List<String> asked = new ArrayList<>();
    private final LoopbackServer apiServer = new LoopbackServer(this::kubernetes);
    private final LoopbackServer manager = new LoopbackServer(NodeFilterTest::answer);
    private Path kubeconfig;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
    }

    @AfterEach
    void close() {
        apiServer.close();
        manager.close();
    }

    private void kubernetes(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI().toString());
        boolean config = exchange.getRequestURI().getPath().contains("/configmaps/");
        boolean selected = String.valueOf(exchange.getRequestURI().getQuery()).contains("labelSelector");
        String nodes = NODE.formatted("worker-1", "a") + (selected ? "" : "," + NODE.formatted("worker-2", "b"));
        LoopbackServer.answer(exchange, 200, config ? CONFIG : NODES.formatted(nodes));
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String node = "{\"name\":\"%s\",\"state\":\"PUBLISHED\",\"reason\":\"CALCULATED\",\"problems\":[]}";
        LoopbackServer.answer(
                exchange,
                200,
                "{\"leader\":true,\"nodes\":[" + node.formatted("worker-1") + "," + node.formatted("worker-2") + "]}");
    }

    private Run capacity(String... more) {
        List<String> line = new ArrayList<>(List.of("capacity", "--no-headers", "--manager", manager.url()));
        line.addAll(List.of(more));
        return Run.with(Map.of("KUBECONFIG", kubeconfig.toString()), line.toArray(String[]::new));
    }

    @Test
    void labelsChooseNodes() {
        Run run = capacity("-l", "pool=a");

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("worker-1").doesNotContain("worker-2");
        assertThat(asked).singleElement().asString().contains("labelSelector=pool%3Da");
    }

    @Test
    void aPoolChoosesNodes() {
        assertThat(capacity("--pool", "spare", "-o", "name").out()).isEqualTo("node/worker-2\n");
    }

    @Test
    void anUnknownPoolEndsTheCommand() {
        Run run = capacity("--pool", "other");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("no pool other", "there is spare");
    }

    @Test
    void wideHasMoreColumns() {
        assertThat(Run.with(Map.of(), "capacity", "--manager", manager.url(), "-o", "wide")
                        .out())
                .contains("REASON", "DUE", "CALCULATED");
        assertThat(capacity("-l", "pool=a", "--state", "off").out()).isEqualTo("No node fits.\n");
    }
}
