package io.koordbridge.copilot.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.koordbridge.copilot.cgroup.Kernel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Permission to end containers, on a real socket that processes of other users call. */
class CallersTest {
    private static final String STRANGER = "64321";
    private static final String AGENT = "64322";

    @TempDir
    Path directory;

    private final AtomicInteger ended = new AtomicInteger();
    private final HttpHandler handler = request -> {
        if (request.method().equals("POST")) {
            ended.incrementAndGet();
        }
        return HttpResponse.ok("done");
    };

    @Test
    void aContainerOfTheNodeManagersUserReadsButEndsNothing() throws Exception {
        requireRoot();
        Path socket = directory.resolve("s/copilot.sock");
        try (LocalHttpServer server = LocalHttpServer.unixSocket(socket, Callers.of(AGENT), handler)) {
            assertThat(server.openTo()).contains("root", "can end other containers");

            // The NodeManager's user owns the socket, and its containers run as that user.
            assertThat(as(STRANGER, socket, "GET /v2/node")).startsWith("HTTP/1.1 200");
            assertThat(as(STRANGER, socket, "POST /v2/evict"))
                    .startsWith("HTTP/1.1 403 Forbidden")
                    .contains("user of the caller = " + STRANGER + ": want root or " + AGENT);
            assertThat(as(STRANGER, socket, "DELETE /v2/evict")).startsWith("HTTP/1.1 403");
            assertThat(ended).hasValue(0);

            assertThat(as(AGENT, socket, "POST /v2/evict")).startsWith("HTTP/1.1 200");
            assertThat(as("0", socket, "POST /v1/killContainer")).startsWith("HTTP/1.1 200");
            assertThat(ended).hasValue(2);
        }
    }

    @Test
    void rootIsEnoughWithoutAnAgentOfItsOwn() throws IOException {
        Callers callers = Callers.ofRoot();

        assertThat(callers.refusal(user("0"))).isNull();
        assertThat(callers.refusal(user(STRANGER)))
                .isEqualTo("user of the caller = " + STRANGER + ": want root (koordbridge.copilot.agent.user)");
        assertThat(callers.refusal(null)).startsWith("user of the caller = unknown: want root");
    }

    @Test
    void saysWhereItKeepsNobodyOut() throws IOException {
        assertThat(Callers.ofRoot().openTo(user(STRANGER))).isEmpty();
        assertThat(Callers.ofRoot().openTo(user("0"))).startsWith("containers that run as the NodeManager's user");
        assertThat(Callers.of(AGENT).openTo(user(AGENT))).contains(AGENT);
    }

    @Test
    void onLoopbackItSaysThatTheTokenKeepsNoContainerOut() throws IOException {
        try (LocalHttpServer server = LocalHttpServer.loopback(directory.resolve("tcp.sock"), 0, handler)) {
            assertThat(server.openTo()).contains("tcp.sock.token", "end other containers");
        }
    }

    @Test
    void anAgentMustBeAUser() {
        assertThatIOException().isThrownBy(() -> Callers.of("nobody-of-this-name"));
    }

    private UserPrincipal user(String name) throws IOException {
        return directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
    }

    /** One request by a process of that user, to which the socket is given first, as if its NodeManager had made it. */
    private String as(String uid, Path socket, String request) throws Exception {
        Files.setAttribute(socket, "unix:uid", Integer.valueOf(uid), LinkOption.NOFOLLOW_LINKS);
        Path classes = directory.resolve("classes");
        String name = RawCall.class.getName();
        Path copy = classes.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(copy.getParent());
        try (var content = RawCall.class.getResourceAsStream("RawCall.class")) {
            Files.write(copy, content.readAllBytes());
        }
        for (Path open = copy; !open.equals(directory.getParent()); open = open.getParent()) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Process process = new ProcessBuilder(List.of(
                        "setpriv",
                        "--reuid=" + uid,
                        "--regid=" + uid,
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes.toString(),
                        name,
                        socket.toString(),
                        request))
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void requireRoot() {
        Kernel.require(System.getProperty("user.name").equals("root"), "not root: no process of another user");
    }
}
