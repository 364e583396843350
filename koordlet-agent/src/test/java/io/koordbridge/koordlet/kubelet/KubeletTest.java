package io.koordbridge.koordlet.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kubelet that answers over TLS to who sends the token. */
class KubeletTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final char[] PASSWORD = "password".toCharArray();
    private static final String PODS = """
        {"kind": "PodList", "metadata": {}, "items": [
          {"metadata": {"name": "a", "namespace": "jobs", "uid": "u1", "labels": {"koordinator.sh/qosClass": "BE"}},
           "spec": {"priority": 5500, "containers": [{"name": "c", "resources": {"limits": {"kubernetes.io/batch-cpu": "500"}}}]},
           "status": {"phase": "Running", "containerStatuses": [{"name": "c", "containerID": "containerd://c1"}]}},
          {"metadata": {"name": "b", "namespace": "jobs", "uid": "u2"}, "spec": {"containers": []}, "status": {}}]}
        """;

    @TempDir
    private static Path keys;

    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> answers = new HashMap<>();
    private HttpsServer server;
    private KubeletAddress address;

    @TempDir
    Path directory;

    @BeforeAll
    static void keys() throws IOException, InterruptedException {
        for (String owner : List.of("kubelet", "other")) {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            owner,
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=" + owner,
                            "-ext",
                            "san=ip:127.0.0.1",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            new String(PASSWORD),
                            "-keystore",
                            keys.resolve(owner + ".p12").toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(keytool.exitValue()).isZero();
        }
    }

    private static KeyStore store(String owner) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys.resolve(owner + ".p12"))) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    @BeforeEach
    void start() throws Exception {
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(store("kubelet"), PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            boolean allowed =
                    "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            String body = answers.getOrDefault(exchange.getRequestURI().getPath(), "");
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(allowed ? 200 : 401, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        address = new KubeletAddress("127.0.0.1", server.getAddress().getPort());
        Files.writeString(directory.resolve("token"), "secret\n");
        authority("kubelet");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void authority(String owner) throws Exception {
        byte[] certificate = store(owner).getCertificate(owner).getEncoded();
        Files.writeString(
                directory.resolve("ca.crt"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(certificate)
                        + "\n-----END CERTIFICATE-----\n");
    }

    private final MetricRegistry metrics = new MetricRegistry();

    private Kubelet kubelet() {
        return kubelet(false);
    }

    private Kubelet kubelet(boolean takesAnyCertificate) {
        return new Kubelet(
                new KubeletConfig(
                        true,
                        directory.resolve("ca.crt").toString(),
                        directory.resolve("token").toString(),
                        directory.toString(),
                        takesAnyCertificate),
                metrics,
                problems::add);
    }

    @Test
    void tellsItsPodsAsTheApiServerWould() {
        answers.put("/pods", PODS);

        List<Pod> pods = kubelet().pods(address, true);

        assertThat(problems).isEmpty();
        assertThat(pods).extracting(pod -> pod.getMetadata().getUid()).containsExactly("u1", "u2");
        var info = PodInfos.of(pods.get(0), problems::add);
        assertThat(info.containers())
                .singleElement()
                .satisfies(one -> assertThat(one.id()).isEqualTo("containerd://c1"));
        assertThat(info.batch().containers().get(0).batch().limitMilliCpu()).isEqualTo(500);
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNotTrusted() throws Exception {
        answers.put("/pods", PODS);
        authority("other");

        assertThat(kubelet().pods(address, true)).isEmpty();
        assertThat(problems).singleElement().asString().contains("pods of the kubelet are not known");
    }

    /** kubeadm's default. */
    @Test
    void aCertificateOfItsOwnIsTakenOnlyWhereThatIsSaid() throws Exception {
        answers.put("/pods", PODS);
        authority("other");
        KubeletAddress byName = new KubeletAddress("localhost", address.port());

        assertThat(kubelet().pods(byName, true)).isEmpty();
        assertThat(problems).singleElement().asString().contains("need kubernetes.kubelet.insecureSkipVerify");
        assertThat(kubelet().certificate(byName))
                .contains("certificate is not of the authority in " + directory.resolve("ca.crt"))
                .contains("kubernetes.kubelet.insecureSkipVerify");
        assertThat(kubelet(true).pods(byName, true)).hasSize(2);
        assertThat(kubelet(true).certificate(byName)).startsWith("any certificate is taken");

        authority("kubelet");
        assertThat(kubelet().certificate(byName)).endsWith(": certificate is trusted");
        assertThat(kubelet().certificate(new KubeletAddress("127.0.0.1", 1))).contains("certificate not looked at");
    }

    @Test
    void aRefusalIsAProblemOnlyWhereNobodyElseNamesPods() throws IOException {
        Files.writeString(directory.resolve("token"), "wrong");

        assertThat(kubelet().pods(address, false)).isEmpty();
        assertThat(problems).isEmpty();
        assertThat(kubelet().pods(address, true)).isEmpty();
        assertThat(problems).singleElement().asString().contains("/pods answers 401");
    }

    @Test
    void aKubeletThatIsAwayIsCountedAndAskedAgain() {
        answers.put("/pods", PODS);
        Kubelet kubelet = kubelet();
        KubeletAddress away = new KubeletAddress("127.0.0.1", 1);

        assertThat(kubelet.pods(away, true)).isEmpty();
        assertThat(problems).singleElement().asString().contains("pods of the kubelet are not known");
        assertThat(metrics.getCounters().keySet())
                .anySatisfy(name -> assertThat(name).contains("koord_koordlet_kubelet_requests_total", "path=/pods"));
        assertThat(kubelet.pods(address, true)).hasSize(2);
    }

    @Test
    void itsConfigurationIsAskedAndTheFileIsReadWhereItDoesNotAnswer() throws IOException {
        answers.put("/configz", "{\"kubeletconfig\":{\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0-1\"}}");
        Kubelet kubelet = kubelet();
        assertThat(kubelet.settings(Optional.of(address), NOW).orElseThrow().givesCpus())
                .isTrue();

        answers.clear();
        assertThat(kubelet.settings(Optional.of(address), NOW.plusSeconds(90))
                        .orElseThrow()
                        .givesCpus())
                .as("what was known stays")
                .isTrue();
        Files.writeString(directory.resolve("config.yaml"), "topologyManagerPolicy: restricted\n");

        KubeletSettings ofFile = kubelet().settings(Optional.of(address), NOW).orElseThrow();
        assertThat(ofFile.givesCpus()).isFalse();
        assertThat(ofFile.topologyPolicy()).isEqualTo("restricted");
    }
}
