package io.koordbridge.copilot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import io.koordbridge.copilot.json.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LocalHttpServerTest {
    private static final HttpHandler ECHO = request -> {
        if (request.path().equals("/fail")) {
            throw new StackOverflowError("deliberate");
        }
        return HttpResponse.ok(
                request.method() + " " + request.path() + " " + request.query("q") + " " + request.body());
    };

    private static final Callers ALL = callers();

    @TempDir
    Path directory;

    private Path socket;
    private LocalHttpServer server;

    @BeforeEach
    void serve() throws IOException {
        socket = directory.resolve("sub/copilot.sock");
        server = LocalHttpServer.unixSocket(socket, ALL, ECHO);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void isReachableByItsOwnerOnly() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        try (Stream<Path> entries = Files.list(socket.getParent())) {
            assertThat(entries).containsExactly(socket);
        }
    }

    @Test
    void refusesAPathThatNoClientCouldNameAndLeavesNothing() throws IOException {
        Path tooLong = Files.createDirectory(directory.resolve("d")).resolve("x".repeat(107));

        assertThatIOException()
                .isThrownBy(() -> LocalHttpServer.unixSocket(tooLong, ALL, ECHO))
                .withMessage("path is too long for a unix socket: " + tooLong);
        assertThat(tooLong.getParent()).isEmptyDirectory();
    }

    @Test
    void saysTheSameOfEachTryWhereNothingCanBeWritten() {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatIOException()
                    .isThrownBy(() -> LocalHttpServer.unixSocket(Path.of("/proc/copilot.sock"), ALL, ECHO))
                    .withMessage("/proc cannot be written: NoSuchFileException");
            assertThatIOException()
                    .isThrownBy(() -> LocalHttpServer.loopback(Path.of("/proc/copilot.sock"), 0, ECHO))
                    .withMessage("/proc cannot be written: NoSuchFileException");
        }
    }

    @Test
    void answersWithTheHandlersJsonAndClosesTheConnection() throws IOException {
        String answer = exchange("POST /a?q=x%20y HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");

        assertThat(answer)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Type: application/json\r\n", "Connection: close\r\n", "Content-Length: 18\r\n")
                .endsWith("\r\n\r\n\"POST /a x y body\"");
    }

    @Test
    void answersBadRequestsWithAReason() throws IOException {
        assertThat(exchange("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400").contains("not an HTTP/1.1 request line");
        assertThat(exchange("GET /%zz?q=%zz HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(exchange("POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("Content-Length must be a whole number");
        assertThat(exchange("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(exchange("GET / HTTP/1.1\r\nno colon\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void refusesWhatIsTooLarge() throws IOException {
        assertThat(exchange("POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n")).startsWith("HTTP/1.1 413");
        assertThat(exchange("GET /" + "x".repeat(9000) + " HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 413");
    }

    @Test
    void namesABodyThatEndsEarly() throws IOException {
        assertThat(new UnixClient(socket).halfRequest("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc"))
                .startsWith("HTTP/1.1 400")
                .contains("body ends after 3 of 10 bytes");
    }

    @Test
    void survivesAHandlerThatFails() throws IOException {
        assertThat(exchange("GET /fail HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 500");
        assertThat(exchange("GET /a HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    @Timeout(60)
    void closesAConnectionThatSaysNothing() throws IOException {
        String answer = exchange("GET /a HTTP/1.1\r\n");

        assertThat(answer).isEmpty();
    }

    @Test
    void servesManyAtOnce() {
        assertThat(IntStream.range(0, 30).parallel().mapToObj(i -> {
                    try {
                        return exchange("GET /" + i + " HTTP/1.1\r\n\r\n");
                    } catch (IOException e) {
                        return e.toString();
                    }
                }))
                .allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 200"));
    }

    @Test
    void replacesTheSocketOfADeadPredecessor() throws IOException {
        Path stale = directory.resolve("stale.sock");
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(stale));
        }
        assertThat(stale).exists();

        try (LocalHttpServer successor = LocalHttpServer.unixSocket(stale, ALL, ECHO)) {
            assertThat(successor.address()).endsWith("stale.sock");
            assertThat(new UnixClient(stale).exchange("GET /a HTTP/1.1\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void refusesASocketOnWhichAnotherServerListens() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> LocalHttpServer.unixSocket(socket, ALL, ECHO))
                .withMessageContaining("another server listens");
        assertThat(exchange("GET /a HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void knowsWhenItCannotBeReachedAnyMore() throws IOException {
        assertThat(server.serving()).isTrue();

        Files.delete(socket);

        assertThat(server.serving()).isFalse();
        server.close();
        try (LocalHttpServer next = LocalHttpServer.unixSocket(socket, ALL, ECHO)) {
            assertThat(next.serving()).isTrue();
            next.close();
            assertThat(next.serving()).isFalse();
        }
    }

    @Test
    void leavesTheSocketOfItsSuccessorAlone() throws IOException {
        Files.delete(socket);
        try (LocalHttpServer successor = LocalHttpServer.unixSocket(socket, ALL, ECHO)) {
            server.close();

            assertThat(successor.serving()).isTrue();
            assertThat(exchange("GET /a HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void removesItsSocketAtTheEnd() {
        server.close();

        assertThat(socket).doesNotExist();
    }

    @Test
    void onLoopbackAsksForTheTokenInThePrivateFile() throws IOException, JsonException {
        Path elsewhere = directory.resolve("tcp.sock");
        Path tokenFile = directory.resolve("tcp.sock.token");
        try (LocalHttpServer tcp = LocalHttpServer.loopback(elsewhere, 0, ECHO)) {
            JsonObject told = JsonParser.parseObject(Files.readString(tokenFile));
            String[] address = told.text("address").split(":");
            UnixClient client = new UnixClient(new InetSocketAddress(address[0], Integer.parseInt(address[1])));

            assertThat(tcp.address()).isEqualTo("tcp:" + told.text("address"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokenFile)))
                    .isEqualTo("rw-------");
            assertThat(client.exchange("GET /a HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 401");
            assertThat(client.exchange("GET /a HTTP/1.1\r\nAuthorization: Bearer 0\r\n\r\n"))
                    .startsWith("HTTP/1.1 401");
            assertThat(client.exchange("GET /a HTTP/1.1\r\nAuthorization: Bearer " + told.text("token") + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(tokenFile).doesNotExist();
    }

    @Test
    void aPortScanDoesNotDisturbIt() throws IOException {
        try (SocketChannel silent = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            assertThat(silent.isConnected()).isTrue();
        }
        assertThat(exchange("GET /a HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    private static Callers callers() {
        try {
            return Callers.of(System.getProperty("user.name"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String exchange(String request) throws IOException {
        return new UnixClient(socket).exchange(request);
    }
}
