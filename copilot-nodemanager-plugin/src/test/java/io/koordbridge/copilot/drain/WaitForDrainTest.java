package io.koordbridge.copilot.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.http.Callers;
import io.koordbridge.copilot.http.HttpHandler;
import io.koordbridge.copilot.http.HttpResponse;
import io.koordbridge.copilot.http.LocalHttpServer;
import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class WaitForDrainTest {
    private static final String RUNNING = answer(2, 8);
    private static final String LOWERED = answer(1, 1);
    private static final String DRAINED = answer(0, 0);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    @Test
    void readsThePluginUntilNothingIsLeft() throws Exception {
        Path socket = directory.resolve("copilot.sock");
        try (LocalHttpServer server =
                LocalHttpServer.unixSocket(socket, Callers.ofRoot(), inTurn(RUNNING, LOWERED, DRAINED))) {
            assertThat(server.address()).startsWith("unix:");

            waitFor(socket, 600);
        }

        assertThat(lines.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "drain of the NodeManager: 2 containers left",
                        "drain of the NodeManager: 1 container left",
                        "drain of the NodeManager: ends: drained");
    }

    @Test
    void readsAPluginOfAnOlderJavaByItsToken() throws Exception {
        Path socket = directory.resolve("copilot.sock");
        try (LocalHttpServer server = LocalHttpServer.loopback(socket, 0, inTurn(DRAINED))) {
            assertThat(server.address()).startsWith("tcp:");

            waitFor(socket, 600);
        }

        assertThat(lines.toString(StandardCharsets.UTF_8)).contains("ends: drained");
    }

    @Test
    void endsWithItsDeadlineWithoutAPlugin() throws Exception {
        Files.writeString(directory.resolve("copilot.sock.token"), "{\"address\":\"nowhere\",\"token\":\"t\"}");

        waitFor(directory.resolve("copilot.sock"), 1);

        assertThat(lines.toString(StandardCharsets.UTF_8))
                .contains("ends: the deadline is over, the plugin has not answered yet");
    }

    /** As a hook runs it: another process that has no library of the NodeManager. */
    @Test
    void needsNothingButThePluginItself() throws Exception {
        Path socket = directory.resolve("copilot.sock");
        Path log = directory.resolve("log");
        String classes = Path.of(WaitForDrain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        try (LocalHttpServer server = LocalHttpServer.unixSocket(socket, Callers.ofRoot(), inTurn(RUNNING, DRAINED))) {
            assertThat(server.address()).contains(socket.toString());
            Process hook = new ProcessBuilder(List.of(
                            java,
                            "-cp",
                            classes,
                            WaitForDrain.class.getName(),
                            socket.toString(),
                            "600",
                            log.toString()))
                    .inheritIO()
                    .start();

            assertThat(hook.waitFor(100, TimeUnit.SECONDS)).isTrue();
            assertThat(hook.exitValue()).isZero();
            assertThat(log).content().contains("2 containers left", "ends: drained");
        }
    }

    private void waitFor(Path socket, long seconds) throws InterruptedException {
        try (PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8)) {
            new WaitForDrain(socket, seconds, out).run();
        }
    }

    private static HttpHandler inTurn(String... answers) {
        Iterator<String> left = List.of(answers).iterator();
        return request -> {
            try {
                assertThat(request.path()).isEqualTo("/v2/node");
                return HttpResponse.ok(JsonParser.parse(left.next()));
            } catch (JsonException e) {
                throw new AssertionError(e);
            }
        };
    }

    private static String answer(int containers, int capacity) {
        return """
                {"stopping": false, "capacity": {"vcores": %2$d, "memoryMB": %2$d},
                 "allocated": {"containers": %1$d, "vcores": %1$d, "memoryMB": %1$d},
                 "masters": {"vcores": 0, "memoryMB": 0}}
                """.formatted(containers, capacity);
    }
}
