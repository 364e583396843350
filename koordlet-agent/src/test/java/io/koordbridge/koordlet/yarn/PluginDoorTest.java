package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.testkit.http.LoopbackServer;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in for the plugin, and how one without a unix socket is reached. */
class PluginDoorTest {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final PluginTrust OTHER = new PluginTrust(Optional.of("54321"));

    @TempDir
    private Path temp;

    private Path tokenFile(String address, String token) throws IOException {
        return Files.writeString(
                temp.resolve("yarn-copilot.sock.token"),
                "{\"address\":\"" + address + "\",\"token\":\"" + token + "\"}");
    }

    private static void give(Path path, String user) throws IOException {
        Prerequisite.require("root".equals(System.getProperty("user.name")), "only root gives files away");
        Files.setOwner(
                path, FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(user));
    }

    @Test
    void aPluginWithoutAUnixSocketIsFoundByItsTokenFile() throws IOException {
        List<String> authorizations = new CopyOnWriteArrayList<>();
        try (LoopbackServer server = new LoopbackServer(exchange -> {
            authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
            String body = switch (exchange.getRequestURI().getPath()) {
                case "/health" -> "\"ok\"";
                case "/v2/node" -> "{\"nodeId\":\"h:1\",\"capacity\":{\"vcores\":4,\"memoryMB\":1024}}";
                default -> "{\"containers\":[]}";
            };
            LoopbackServer.answer(exchange, 200, body);
        })) {
            tokenFile(server.url().substring("http://".length()), TOKEN);
            YarnPlugin plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problem -> {});

            plugin.round(Instant.parse("2026-01-01T00:00:00Z"));

            assertThat(plugin.said())
                    .hasValueSatisfying(said -> assertThat(said.node().nodeId()).isEqualTo("h:1"));
            assertThat(authorizations).hasSize(3).containsOnly("Bearer " + TOKEN);
        }
    }

    @Test
    void aTokenFileThatLeadsElsewhereIsRefused() throws IOException {
        PluginClient client = new PluginClient(tokenFile("10.0.0.1:80", TOKEN), PluginTrust.OF_DIRECTORY);

        assertThatThrownBy(client::answers).hasMessageContaining("address = '10.0.0.1:80': want 127.0.0.1:port");

        tokenFile("127.0.0.1:80", "a\\r\\nb");
        assertThatThrownBy(client::answers).hasMessageContaining("token: want 16 to 256");
    }

    @Test
    void aTokenFileOfAnotherUserIsRefused() throws IOException {
        Path file = tokenFile("127.0.0.1:1", TOKEN);
        give(file, "54322");

        assertThatThrownBy(new PluginClient(file, OTHER)::answers)
                .hasMessageContaining("user of the file = '54322': want root or '54321'");
        assertThatThrownBy(new PluginClient(file, PluginTrust.OF_DIRECTORY)::answers)
                .hasMessageContaining("want root or 'root'");
    }

    @Test
    void aSocketOfRootAndOfTheNodeManagersUserIsUsed() throws IOException {
        try (StandInPlugin server = new StandInPlugin(temp.resolve("plugin.sock"))) {
            server.isWell("{}", "{}");

            assertThat(new PluginClient(server.socket(), PluginTrust.OF_DIRECTORY).answers())
                    .isTrue();
            Prerequisite.require("root".equals(System.getProperty("user.name")), "the stand-in must be root");
            assertThat(new PluginClient(server.socket(), OTHER).answers()).isTrue();
        }
    }

    @Test
    void aSocketOfAnotherUserIsRefused() throws Exception {
        Prerequisite.require(
                "root".equals(System.getProperty("user.name")), "needs to start a process as another user");
        Path socket = temp.resolve("plugin.sock");
        Process other = new ProcessBuilder(
                        "setpriv",
                        "--reuid=54322",
                        "--regid=54322",
                        "--clear-groups",
                        "perl",
                        "-MIO::Socket::UNIX",
                        "-e",
                        "$s = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 5) or die; $| = 1; print qq(up\\n); sleep 60",
                        socket.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        give(temp, "54322");
        Files.setPosixFilePermissions(temp, java.nio.file.attribute.PosixFilePermissions.fromString("rwxrwxrwx"));
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("up");

            assertThatThrownBy(new PluginClient(socket, OTHER)::answers)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("user of the process behind the socket = '54322': want root or '54321'");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }
}
