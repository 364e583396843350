package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server, and connections from one address that send nothing. */
class OpenConnectionsTest {

    private static final String PASSWORD = "changeit";
    private static final String REVIEW = "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
            + "\"request\":{\"uid\":\"u\",\"operation\":\"CREATE\"}}";
    private static final int GENEROUS_MILLIS = 30_000;

    @TempDir
    private Path directory;

    private final List<Socket> sockets = new ArrayList<>();
    private WebhookServer server;
    private SSLContext trusting;

    @BeforeEach
    void start() throws Exception {
        ObjectMapper mapper = Jackson.newObjectMapper();
        WebhookConfig settings = mapper.convertValue(
                mapper.createObjectNode().put("bindHost", "127.0.0.1").put("port", 0), WebhookConfig.class);
        server = new WebhookServer(
                settings, List.of(new Allowing()), List.of(), caller -> Optional.empty(), new MetricRegistry());
        KeyStore keys = keys();
        server.use(withoutPassword(keys));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", keys.getCertificate("webhook"));
        trust.init(trusted);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private KeyStore keys() throws Exception {
        Path file = directory.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "webhook",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static KeyStore withoutPassword(KeyStore keys) throws Exception {
        KeyStore copy = KeyStore.getInstance("PKCS12");
        copy.load(null, null);
        copy.setKeyEntry(
                "webhook",
                keys.getKey("webhook", PASSWORD.toCharArray()),
                new char[0],
                keys.getCertificateChain("webhook"));
        return copy;
    }

    @Test
    void aReviewIsAnsweredBesideSixHundredConnectionsThatSendNothing() throws IOException {
        for (int i = 0; i < 600; i++) {
            silent();
        }

        assertThat(review(secure())).isEqualTo("HTTP/1.1 200 OK");
    }

    @Test
    void aConnectionWithoutAHandshakeIsEnded() throws IOException {
        Socket silent = silent();
        Socket secured = secure();
        silent.setSoTimeout(GENEROUS_MILLIS);

        assertThat(silent.getInputStream().read()).isNegative();
        assertThat(review(secured)).as("this one has shaken hands").isEqualTo("HTTP/1.1 200 OK");
    }

    @Test
    void aConnectionThatSentAReviewStaysHoweverManyOthersCome() throws IOException {
        Socket kept = secure();
        assertThat(review(kept)).isEqualTo("HTTP/1.1 200 OK");

        for (int i = 0; i < 2 * OpenConnections.MOST_SILENT; i++) {
            silent();
        }

        assertThat(review(kept)).isEqualTo("HTTP/1.1 200 OK");
    }

    @Test
    void theOldestOfTooManyConnectionsGoes() throws IOException {
        Socket oldest = secure();
        Socket newest = oldest;
        for (int i = 0; i < OpenConnections.MOST_SILENT; i++) {
            newest = secure();
        }

        assertThat(isEnded(oldest)).isTrue();
        assertThat(review(newest)).isEqualTo("HTTP/1.1 200 OK");
    }

    private Socket silent() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        sockets.add(socket);
        return socket;
    }

    private Socket secure() throws IOException {
        javax.net.ssl.SSLSocket socket = (javax.net.ssl.SSLSocket)
                trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
        sockets.add(socket);
        socket.setSoTimeout(GENEROUS_MILLIS);
        socket.startHandshake();
        return socket;
    }

    private static boolean isEnded(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Status line of the answer. */
    private static String review(Socket socket) throws IOException {
        socket.getOutputStream()
                .write(("POST /validate-pod?timeout=30s HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                                + REVIEW.length() + "\r\n\r\n" + REVIEW)
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        BufferedReader answer =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        String status = answer.readLine();
        int length = 0;
        for (String line = answer.readLine(); line != null && !line.isEmpty(); line = answer.readLine()) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).trim());
            }
        }
        assertThat(answer.skip(length)).isEqualTo(length);
        return status;
    }

    private static final class Allowing implements AdmissionHandler {

        @Override
        public AdmissionPath served() {
            return AdmissionPath.validate("/validate-pod", "pod", "Allowing");
        }

        @Override
        public boolean ready() {
            return true;
        }

        @Override
        public AdmissionResult decide(AdmissionReviews.Request request) {
            return AdmissionResult.allowed();
        }
    }
}
