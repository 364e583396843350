package io.koordbridge.frame.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.protocol.tls.NamedServer;
import io.koordbridge.testkit.log.CapturedLog;
import io.koordbridge.testkit.tls.CertificateMaker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

/** A real server whose files change. */
class PageCertificatesTest {

    private static final String NAME = "pages.team.svc";
    private static final String GAUGE = "koord_pages_certificate_expiry_seconds";

    @TempDir
    private Path directory;

    private final MetricRegistry metrics = new MetricRegistry();
    private final PeriodicTasks tasks = new PeriodicTasks(metrics);
    private final Server server = new Server(new QueuedThreadPool());
    private Path files;
    private CertificateMaker authority;
    private PageCertificates certificates;
    private int port;

    /** Says that it was reached. */
    private static final class Greeting extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            response.write(true, StandardCharsets.US_ASCII.encode("the page"), callback);
            return true;
        }
    }

    @BeforeEach
    void serve() throws Exception {
        files = directory.resolve("files");
        authority = new CertificateMaker(directory.resolve("authority"), "test authority");
        certificates = PageCertificates.of(config(Map.of("directory", files.toString(), "name", NAME)), metrics)
                .orElseThrow();
        HttpConnectorFactory plain = new HttpConnectorFactory();
        plain.setBindHost("127.0.0.1");
        plain.setPort(0);
        ServerConnector connector = (ServerConnector)
                certificates.secure(plain).build(server, metrics, "application", server.getThreadPool());
        server.addConnector(connector);
        server.setHandler(new Greeting());
        server.start();
        port = connector.getLocalPort();
    }

    @AfterEach
    void stop() throws Exception {
        tasks.close();
        server.stop();
    }

    private static PageCertificateConfig config(Map<String, String> section) {
        return Jackson.newObjectMapper().convertValue(section, PageCertificateConfig.class);
    }

    private HttpResponse<String> ask(SSLContext trust) throws IOException, InterruptedException {
        return HttpClient.newBuilder()
                .sslContext(trust)
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/"))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private SSLContext trusting(CertificateMaker trusted) throws Exception {
        Authorities authorities = Authorities.of("the test", trusted.certificate());
        return new NamedServer(() -> authorities, NAME).context();
    }

    private String served(CertificateMaker trusted) throws Exception {
        HttpResponse<String> answer = ask(trusting(trusted));
        assertThat(answer.body()).isEqualTo("the page");
        X509Certificate shown =
                (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
        return shown.getSubjectX500Principal().getName();
    }

    @Test
    void aNewCertificateIsServedWithoutARestart() throws Exception {
        authority.issue(files, "dns:" + NAME);
        certificates.follow(tasks);
        await().ignoreExceptionsInstanceOf(SSLException.class)
                .until(() -> served(authority).equals("CN=server-1"));

        authority.issue(files, "dns:" + NAME);

        await().until(() -> served(authority).equals("CN=server-2"));
    }

    @Test
    void replicasFollowAnotherAuthority() throws Exception {
        authority.issue(files, "dns:" + NAME);
        certificates.look();
        SSLContext peers = certificates.peers();
        assertThat(ask(peers).body()).isEqualTo("the page");

        CertificateMaker other = new CertificateMaker(directory.resolve("other"), "other authority");
        other.issue(files, "dns:" + NAME);
        certificates.look();

        assertThat(ask(peers).body()).isEqualTo("the page");
        assertThatThrownBy(() -> ask(trusting(authority)))
                .hasStackTraceContaining("no authority of the test vouches for the certificate of CN=server-1");
    }

    @Test
    void aReplicaRefusesACertificateOfAnotherName() throws Exception {
        authority.issue(files, "dns:other.team.svc", "ip:127.0.0.1");
        certificates.look();

        assertThatThrownBy(() -> ask(certificates.peers()))
                .isInstanceOf(SSLException.class)
                .hasStackTraceContaining("the certificate is for [other.team.svc, 127.0.0.1], want " + NAME);
    }

    @Test
    void filesThatCannotBeUsedLeaveTheLastGoodOnesInUse() throws Exception {
        authority.issue(files, "dns:" + NAME);
        certificates.look();
        Files.writeString(files.resolve("tls.key"), "half");

        try (CapturedLog log = CapturedLog.of(PageCertificates.class)) {
            certificates.look();
            certificates.look();

            assertThat(log.lines(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("the one before stays in use", "tls.key: no private key in it");
        }
        assertThat(served(authority)).isEqualTo("CN=server-1");
    }

    @Test
    void withoutFilesNobodyIsAnswered() throws Exception {
        assertThatThrownBy(() -> ask(trusting(authority))).isInstanceOf(SSLException.class);
        assertThat(metrics.getGauges().get(GAUGE).getValue()).isEqualTo(0L);
    }

    @Test
    void plainHttpGetsNoAnswer() throws Exception {
        authority.issue(files, "dns:" + NAME);
        certificates.look();

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(said).doesNotContain("HTTP", "page");
        }
    }

    @Test
    void theEndOfTheCertificateIsAMetric() throws Exception {
        authority.issue(files, "dns:" + NAME);
        certificates.look();

        long seconds = (Long) metrics.getGauges().get(GAUGE).getValue();
        assertThat(Instant.ofEpochSecond(seconds)).isAfter(Instant.now().plus(Duration.ofDays(80)));
    }

    @Test
    void withoutADirectoryThePortIsPlainAndADirectoryNeedsAName() {
        assertThat(PageCertificates.of(config(Map.of("name", NAME)), metrics)).isEmpty();
        assertThatThrownBy(() -> PageCertificates.of(config(Map.of("directory", "/files")), metrics))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("pageCertificates.name: missing");
    }
}
