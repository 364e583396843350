package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.page.Launcher;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.protocol.tls.NamedServer;
import io.koordbridge.testkit.tls.CertificateMaker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas that speak HTTPS with certificates of the manager's own authority, kept by a real API server. */
@Tag("long")
class PagesTlsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String US = "koord-manager";
    private static final String SERVICE = "koord-manager.koordinator-system.svc";
    private static final String STATUS = "/api/v1/status";

    @TempDir
    private Path directory;

    private RealControlPlane controlPlane;
    private KubernetesClient client;
    private ManagerUnderTest leader;
    private ManagerUnderTest follower;

    @BeforeEach
    void startTwoReplicas() throws IOException {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        client = controlPlane.client();
        new ManagerCluster(controlPlane);
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(WellKnown.NAMESPACE)
                        .withName(US)
                        .endMetadata()
                        .build())
                .create();
        leader = replica("a");
        await().atMost(PATIENCE).until(() -> leads(leader));
        await().atMost(PATIENCE).until(() -> secret() != null);
        mountSecret("a");
        mountSecret("b");
        follower = replica("b");
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(IOException.class).until(() -> status(leader) == 200);
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(IOException.class).until(() -> status(follower) == 200);
    }

    @AfterEach
    void stop() {
        Stream.of(follower, leader, controlPlane).forEach(PagesTlsIT::close);
    }

    private static void close(AutoCloseable part) {
        try {
            if (part != null) {
                part.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException("does not stop", e);
        }
    }

    private static boolean leads(ManagerUnderTest replica) {
        return replica.metric("koordinator_manager_is_leader") == 1;
    }

    private Secret secret() {
        return client.secrets()
                .inNamespace(WellKnown.NAMESPACE)
                .withName("koord-bridge-pages-koord-manager")
                .get();
    }

    private Path mount(String name) {
        return directory.resolve("certificates-" + name);
    }

    /** As the kubelet does. */
    private void mountSecret(String name) throws IOException {
        Files.createDirectories(mount(name));
        for (Map.Entry<String, String> file : secret().getData().entrySet()) {
            Files.write(mount(name).resolve(file.getKey()), Base64.getDecoder().decode(file.getValue()));
        }
    }

    private String token() {
        return client.serviceAccounts()
                .inNamespace(WellKnown.NAMESPACE)
                .withName(US)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(WellKnown.PEER_AUDIENCE)
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private ManagerUnderTest replica(String name) throws IOException {
        Path token = Files.writeString(directory.resolve("token-" + name), token());
        return ManagerUnderTest.start(ManagerOptions.of("koord-manager-" + name, controlPlane.kubeconfig(), directory)
                .yaml("leaderElection: {leaseDuration: 10s, renewDeadline: 8s, retryPeriod: 500ms, host: 127.0.0.1, "
                        + "peerTokenFile: " + token + "}\n"
                        + "pageCertificates: {directory: " + mount(name) + ", name: " + SERVICE + "}\n"
                        + "pageAuthority: {enabled: true, processes: [koord-manager, yarn-operator]}\n"));
    }

    private String published() {
        return client.configMaps()
                .inNamespace(WellKnown.NAMESPACE)
                .withName("koord-bridge-ca")
                .get()
                .getData()
                .get("ca.crt");
    }

    private static URI https(ManagerUnderTest replica) {
        return URI.create("https://127.0.0.1:" + replica.url().getPort());
    }

    private HttpClient trusting(String authority, String name) throws Exception {
        Authorities trusted = Authorities.of("the test", authority);
        return HttpClient.newBuilder()
                .sslContext(new NamedServer(() -> trusted, name).context())
                .build();
    }

    private static HttpResponse<String> ask(HttpClient http, ManagerUnderTest replica, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(https(replica).resolve(path))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                BodyHandlers.ofString());
    }

    private int status(ManagerUnderTest replica) throws Exception {
        return ask(trusting(published(), SERVICE), replica, STATUS).statusCode();
    }

    private static String subject(HttpResponse<String> answer) throws Exception {
        X509Certificate shown =
                (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
        return shown.getSubjectX500Principal().getName();
    }

    @Test
    void onlyThoseWhoCheckTheCertificateAreAnswered() throws Exception {
        assertThat(leads(follower)).isFalse();
        assertThat(ask(trusting(published(), SERVICE), follower, "/").body()).contains("<html");
        assertThat(follower.metric("koord_leader_pages_total{result=\"answered\"}"))
                .isPositive();
        assertThat(client.leases()
                        .inNamespace(WellKnown.NAMESPACE)
                        .withName(WellKnown.MANAGER_LEASE)
                        .get()
                        .getMetadata()
                        .getAnnotations()
                        .get(WellKnown.PAGES_ANNOTATION))
                .endsWith(" " + https(leader));

        assertThatThrownBy(() -> ask(HttpClient.newHttpClient(), follower, STATUS))
                .isInstanceOf(SSLHandshakeException.class);
        assertThatThrownBy(() -> ask(trusting(published(), "yarn-operator.koordinator-system.svc"), follower, STATUS))
                .hasStackTraceContaining("want yarn-operator.koordinator-system.svc");
        try (Socket plain =
                new Socket(InetAddress.getLoopbackAddress(), follower.url().getPort())) {
            plain.setSoTimeout(30_000);
            plain.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP", "html");
        }
        // Probes and metrics are on a port of their own.
        assertThat(follower.metric("koord_pages_certificate_expiry_seconds"))
                .isGreaterThan(System.currentTimeMillis() / 1000.0
                        + Duration.ofDays(300).toSeconds());
    }

    @Test
    void coloChecksTheCertificateAndSaysWhatWasExpected() throws Exception {
        String authority =
                Files.writeString(directory.resolve("ca.crt"), published()).toString();
        Launcher colo = new Launcher(directory, Map.of("HOME", directory.toString()));
        String address = https(follower).toString();

        Launcher.Result checked = colo.run("capacity", "--manager", address, "--ca-file", authority, "-o", "json");
        assertThat(checked.exitCode()).as(checked.err()).isZero();

        Launcher.Result unknown = colo.run("capacity", "--manager", address);
        assertThat(unknown.exitCode()).isEqualTo(3);
        assertThat(unknown.err())
                .contains(
                        "cannot reach the koord-manager at " + address,
                        "no authority of the Java runtime vouches for the certificate of CN=" + SERVICE,
                        "--ca-file FILE");

        Launcher.Result plain = colo.run("capacity", "--manager", address.replace("https", "http"));
        assertThat(plain.exitCode()).isEqualTo(3);
        assertThat(plain.err()).contains("a process with certificates is asked by https://");
    }

    @Test
    void aReplacedCertificateIsServedWithoutARestart() throws Exception {
        CertificateMaker issuer = new CertificateMaker(directory.resolve("issuer"), "another issuer");
        for (String name : List.of("a", "b")) {
            issuer.issue(mount(name), "dns:" + SERVICE);
        }

        HttpClient http = trusting(issuer.certificate(), SERVICE);
        for (ManagerUnderTest replica : List.of(leader, follower)) {
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> subject(ask(http, replica, STATUS)).startsWith("CN=server-"));
        }
        // The follower trusts the new issuer as well.
        HttpResponse<String> passedOn = ask(http, follower, STATUS);
        assertThat(passedOn.statusCode()).as(passedOn.body()).isEqualTo(200);
    }
}
