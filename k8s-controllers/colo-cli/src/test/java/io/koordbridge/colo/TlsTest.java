package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.koordbridge.testkit.tls.CertificateMaker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users read who ask a process that speaks HTTPS. */
class TlsTest {

    @TempDir
    private Path directory;

    private CertificateMaker authority;
    private Path authorityFile;
    private HttpsServer server;

    @BeforeEach
    void makeAuthority() throws IOException {
        authority = new CertificateMaker(directory.resolve("authority"), "test authority");
        authorityFile = Files.writeString(directory.resolve("ca.crt"), authority.certificate());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private String serve(String... names) throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(authority.server(names)));
        server.createContext("/", exchange -> {
            byte[] body = AnswerServer.JSON
                    .writeValueAsString(AnswerServer.document("healthy").path("status"))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    private static Run status(String address, String... more) {
        String[] words = new String[more.length + 3];
        words[0] = "status";
        words[1] = "--operator";
        words[2] = address;
        System.arraycopy(more, 0, words, 3, more.length);
        return Run.colo(words);
    }

    @Test
    void aServerOfTheGivenAuthorityIsAsked() throws IOException {
        Run run = status(serve("ip:127.0.0.1"), "--ca-file", authorityFile.toString(), "-o", "json");

        assertThat(run.err()).doesNotContain("cannot reach the yarn-operator");
        assertThat(run.out()).isNotEmpty();
    }

    @Test
    void anUnknownAuthorityIsNamedWithWhatIsTrusted() throws IOException {
        String address = serve("ip:127.0.0.1");

        Run run = status(address);

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "cannot reach the yarn-operator at " + address + ": its certificate does not verify",
                        "no authority of the Java runtime vouches for the certificate of CN=server-1",
                        "(issuer CN=test authority)",
                        "--ca-file FILE names the authority to trust");
    }

    @Test
    void anotherNameIsNamedWithTheOneThatWasWanted() throws IOException {
        Run run = status(serve("dns:other.svc"), "--ca-file", authorityFile.toString());

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("the certificate is for [other.svc], want 127.0.0.1");
    }

    @Test
    void theWrongSchemeIsNamed() throws IOException {
        Run plain = status(serve("ip:127.0.0.1").replace("https://", "http://"));
        assertThat(plain.exitCode()).isEqualTo(3);
        assertThat(plain.err()).contains("perhaps it speaks HTTPS: a process with certificates is asked by https://");
    }

    @Test
    void aFileWithoutAuthoritiesIsRefused() throws IOException {
        Path empty = Files.writeString(directory.resolve("empty.pem"), "nothing\n");

        Run run = status("https://127.0.0.1:1", "--ca-file", empty.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(empty + ": no certificate in it, want PEM");

        assertThat(status("https://127.0.0.1:1", "--ca-file", "/no/such/file").err())
                .contains("'/no/such/file' cannot be read");
    }
}
