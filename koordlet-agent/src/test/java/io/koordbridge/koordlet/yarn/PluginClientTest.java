package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginClientTest {

    @TempDir
    private Path temp;

    private StandInPlugin server;
    private PluginClient client;

    @BeforeEach
    void startServer() {
        server = new StandInPlugin(temp.resolve("plugin.sock"));
        client = new PluginClient(server.socket(), PluginTrust.OF_DIRECTORY);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void aBadAnswerNamesSocketCallFieldAndValue() {
        server.answers("/v2/node", 200, "<html>");
        server.answers("/v2/containers", 200, "{\"containers\":[{\"id\":\"c\",\"memoryMB\":-5}]}");

        assertThatThrownBy(client::node)
                .hasMessage("plugin " + server.socket()
                        + ": GET /v2/node: answer = '<html>': want a JSON object of at most 80000 tokens");
        assertThatThrownBy(client::containers)
                .hasMessage(
                        "plugin " + server.socket()
                                + ": GET /v2/containers: containers[0].memoryMB = -5: want a whole number from 0 to 1073741824");
    }

    @Test
    void aServerThatAnswersOtherwiseIsNotASocketThatNobodyListensOn() throws PluginException {
        server.answers("/health", 500, "\"broken\"");
        assertThatThrownBy(client::answers).hasMessageContaining("GET /health: status = 500: want 200");
        server.says("/health", "garbage");
        assertThatThrownBy(client::answers).hasMessageContaining("GET /health: the answer is not HTTP");
        server.hangs("/health");
        assertThatThrownBy(client::answers).hasMessageContaining("GET /health: no whole answer in time");
        server.close();

        assertThat(client.answers()).isFalse();
        assertThat(new PluginClient(temp.resolve("nothing.sock"), PluginTrust.OF_DIRECTORY).answers())
                .isFalse();
    }

    @Test
    void readsNoMoreThanItCanUse() {
        server.answers("/v2/containers", 200, "x".repeat(5 << 20));

        assertThatThrownBy(client::containers).hasMessageContaining("the answer is longer than 524288 bytes");
    }

    @Test
    void evictsByContainerId() throws IOException {
        server.answers("/v2/evict", 200, "{\"evicted\":[\"container_1\"],\"notFound\":[]}");

        PluginClient.EvictionAnswer answer =
                client.evict(new PluginClient.EvictionOrder(List.of("container_1"), 0, 0, "test", true, false));

        assertThat(answer.evicted()).containsExactly("container_1");
        assertThat(answer.freedMilliCpu()).isNull();
    }
}
