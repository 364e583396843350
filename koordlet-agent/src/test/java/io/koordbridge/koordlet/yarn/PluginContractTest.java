package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.koordlet.yarn.PluginClient.EvictionOrder;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent sends is what the plugin's contract says, to which the plugin's own tests hold the plugin. */
class PluginContractTest {

    private static final Path CONTRACT = Path.of("../copilot-nodemanager-plugin/src/test/resources/contract");
    private static final String ENDS_HEAD = "\r\n\r\n";

    @TempDir
    private Path directory;

    private int plugins;
    private StandInPlugin plugin;
    private PluginClient client;

    @BeforeEach
    void start() {
        plugin = new StandInPlugin(directory.resolve("yarn-copilot-" + ++plugins + ".sock"));
        client = new PluginClient(plugin.socket(), PluginTrust.OF_DIRECTORY);
    }

    @AfterEach
    void end() {
        plugin.close();
    }

    /** The stand-in answers as the contract does. */
    private JsonNode contract(String file) throws IOException {
        JsonNode call = Json.MAPPER.readTree(CONTRACT.resolve(file).toFile());
        plugin.answers(
                call.path("path").asText(),
                call.path("status").asInt(),
                call.path("response").toString());
        return call;
    }

    /** Method, path and body of the only request; fields that the contract leaves out have their default. */
    private void assertSent(JsonNode call) throws IOException {
        assertThat(plugin.requests()).hasSize(1);
        String request = plugin.requests().get(0);
        assertThat(request)
                .startsWith(
                        call.path("method").asText() + " " + call.path("path").asText() + " HTTP/1.1\r\n");
        String body = request.substring(request.indexOf(ENDS_HEAD) + ENDS_HEAD.length());
        if (!call.has("request")) {
            assertThat(body).isEmpty();
            return;
        }
        ObjectNode defaults = Json.MAPPER.createObjectNode();
        if (call.path("path").asText().equals("/v2/evict")) {
            defaults.put("force", false).put("dryRun", false);
        }
        JsonNode wanted = defaults.setAll((ObjectNode) call.path("request"));
        assertThat(Json.difference(wanted, Json.MAPPER.readTree(body), 0)).isEmpty();
    }

    @Test
    void asksForHealth() throws IOException {
        JsonNode call = contract("health.json");

        assertThat(client.answers()).isTrue();
        assertSent(call);
    }

    @Test
    void asksForTheNode() throws IOException {
        JsonNode call = contract("v2-node.json");

        assertThat(client.node().nodeId()).isEqualTo(call.at("/response/nodeId").asText());
        assertSent(call);
    }

    @Test
    void asksForTheContainers() throws IOException {
        JsonNode call = contract("v2-containers.json");

        assertThat(client.containers()).hasSameSizeAs(call.at("/response/containers"));
        assertSent(call);
    }

    @Test
    void evictsContainersByName() throws IOException {
        JsonNode call = contract("v2-evict-containers.json");
        List<String> ids = new ArrayList<>();
        call.at("/request/containers").forEach(id -> ids.add(id.asText()));

        assertThat(client.evict(new EvictionOrder(ids, 0, 0, "node memory", true, false))
                        .evicted())
                .hasSameSizeAs(call.at("/response/evicted"));
        assertSent(call);
    }

    @Test
    void evictsByAmounts() throws IOException {
        JsonNode call = contract("v2-evict-resources.json");

        assertThat(client.evict(new EvictionOrder(List.of(), 0, 1_572_864_000L, "node memory", false, false))
                        .freedBytes())
                .isEqualTo(call.at("/response/freed/memoryBytes").asLong());
        assertSent(call);
    }

    @Test
    void saysToWhatTheNodeShrinksAndThatItDoesNoLonger() throws IOException {
        JsonNode call = contract("v2-shrink.json");
        client.shrink(
                new YarnShrink(3L, 2048L, null, null, null, true), Duration.ofMinutes(10), Duration.ofSeconds(60));
        assertSent(call);

        end();
        start();
        call = contract("v2-shrink-none.json");
        client.shrink(null, Duration.ZERO, Duration.ofSeconds(60));
        assertSent(call);
    }

    @Test
    void readsWhatBecameOfSignals() throws IOException {
        contract("v2-node.json");

        assertThat(client.node().signals()).isEqualTo(new YarnNode.Signals(0, 0, 0));
    }

    @Test
    void reportsARefusal() throws IOException {
        contract("v2-evict-bad.json");

        assertThatThrownBy(() -> client.evict(new EvictionOrder(List.of(), 0, 0, "", false, false)))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("400");
    }
}
