package io.koordbridge.copilot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LocalClientTest {
    private static final HttpHandler PATHS = request -> request.path().equals("/missing")
            ? HttpResponse.error(404, "no call")
            : HttpResponse.ok(
                    request.path().equals("/list")
                            ? Collections.emptyList()
                            : Collections.singletonMap("path", request.path()));

    @TempDir
    private Path directory;

    private Path socket;
    private LocalClient client;

    @BeforeEach
    void prepare() {
        socket = directory.resolve("copilot.sock");
        client = new LocalClient(socket);
    }

    @Test
    void readsOverASocketThatATokenFileLiesBeside() throws Exception {
        Files.writeString(directory.resolve("copilot.sock.token"), "left by an earlier one");
        try (LocalHttpServer server = LocalHttpServer.unixSocket(socket, Callers.ofRoot(), PATHS)) {
            assertThat(server.address()).isEqualTo("unix:" + socket);
            assertThat(client.get("/here").text("path")).isEqualTo("/here");
        }
    }

    @Test
    void showsItsTokenOnLoopback() throws Exception {
        try (LocalHttpServer server = LocalHttpServer.loopback(socket, 0, PATHS)) {
            assertThat(server.address()).startsWith("tcp:127.0.0.1:");
            assertThat(client.get("/here").text("path")).isEqualTo("/here");

            Files.writeString(
                    directory.resolve("copilot.sock.token"),
                    "{\"address\":\"%s\",\"token\":\"another\"}"
                            .formatted(server.address().substring("tcp:".length())));
            assertThatIOException().isThrownBy(() -> client.get("/here")).withMessageContaining("401");
        }
    }

    @Test
    void refusesWhatIsNoObject() throws Exception {
        try (LocalHttpServer server = LocalHttpServer.unixSocket(socket, Callers.ofRoot(), PATHS)) {
            assertThat(server.address()).isNotEmpty();
            assertThatIOException().isThrownBy(() -> client.get("/list")).withMessageContaining("not JSON");
            assertThatIOException().isThrownBy(() -> client.get("/missing")).withMessageContaining("404");
        }
    }

    @Test
    void saysThatNothingListens() {
        assertThatIOException().isThrownBy(() -> client.get("/here"));
    }

    @Test
    void refusesATokenFileThatNamesNoAddress() throws Exception {
        Path token = directory.resolve("copilot.sock.token");
        Files.writeString(token, "{\"token\":\"t\"}");
        assertThatIOException().isThrownBy(() -> client.get("/here")).withMessageContaining("has no address");
        Files.writeString(token, "{\"token\":\"t\",\"address\":\"127.0.0.1:99999\"}");
        assertThatIOException().isThrownBy(() -> client.get("/here")).withMessageContaining("no port");
    }
}
