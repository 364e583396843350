package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginClientTest {

    @TempDir
    private Path temp;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private ServerSocketChannel server;
    private Path socket;
    private Thread serving;

    @BeforeEach
    void startServer() throws IOException {
        socket = temp.resolve("plugin.sock");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        serving = new Thread(this::serve, "plugin");
        serving.setDaemon(true);
        serving.start();
    }

    private void serve() {
        while (server.isOpen()) {
            try (SocketChannel one = server.accept()) {
                ByteBuffer request = ByteBuffer.allocate(8192);
                one.read(request);
                String line = new String(request.array(), 0, request.position(), StandardCharsets.UTF_8);
                String path = line.split(" ")[1];
                one.write(ByteBuffer.wrap(
                        answers.getOrDefault(path, answer(404, "{}")).getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static String answer(int status, String body) {
        return "HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    @Test
    void readsContainersAndKeepsUnknownUsageUnknown() throws IOException {
        answers.put("/v2/containers", answer(200, """
                [{"id":"container_1","vcores":2,"memoryMB":512,"usage":{"cpuMilli":null,"memoryBytes":7},"more":1}]
                """));

        List<YarnContainer> containers = new PluginClient(socket).containers();

        assertThat(containers).singleElement().satisfies(one -> {
            assertThat(one.id()).isEqualTo("container_1");
            assertThat(one.usage()).isEqualTo(new YarnContainer.Usage(null, 7L));
        });
    }

    @Test
    void anAnswerThatIsNoJsonNamesTheCall() {
        answers.put("/v2/node", answer(200, "<html>"));

        assertThatThrownBy(() -> new PluginClient(socket).node())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/v2/node")
                .hasMessageContaining(socket.toString());
    }

    @Test
    void evictsByContainerId() throws IOException {
        answers.put("/v2/evict", answer(200, "{\"evicted\":[\"container_1\"],\"notFound\":[]}"));

        PluginClient.EvictionAnswer answer = new PluginClient(socket)
                .evict(new PluginClient.EvictionOrder(List.of("container_1"), 0, 0, "test", true, false));

        assertThat(answer.evicted()).hasSize(1);
    }

    @Test
    void aPluginIsFoundAndItsBadAnswerLeavesTheLastOne() {
        answers.put("/health", answer(200, "\"ok\""));
        answers.put("/v2/node", answer(200, "{\"nodeId\":\"h:1\",\"capacity\":{\"vcores\":4,\"memoryMB\":1024}}"));
        answers.put("/v2/containers", answer(200, "[]"));
        YarnPlugin plugin = new YarnPlugin(temp, problems::add);
        plugin.round();
        answers.put("/v2/node", answer(200, "[]"));

        plugin.round();

        assertThat(plugin.said())
                .hasValueSatisfying(said -> assertThat(said.node().nodeId()).isEqualTo("h:1"));
        assertThat(problems).singleElement().asString().contains("/v2/node");
    }

    @Test
    void threeMissesMeanThatThePluginIsGone() throws IOException, InterruptedException {
        answers.put("/health", answer(200, "\"ok\""));
        answers.put("/v2/node", answer(200, "{}"));
        answers.put("/v2/containers", answer(200, "[]"));
        YarnPlugin plugin = new YarnPlugin(temp, problems::add);
        plugin.round();
        server.close();
        // A thread that waits in accept takes one more connection while the channel is being closed.
        serving.join();

        plugin.round();
        plugin.round();
        assertThat(plugin.said()).isPresent();
        plugin.round();

        assertThat(plugin.said()).isEmpty();
    }
}
