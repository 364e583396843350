package io.koordbridge.it.manager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Another party's mutating webhook, called after the manager's: gives pods with label {@code proxy: yes} a container. */
final class LaterWebhook implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PASSWORD = "changeit";
    private static final String CONTAINER =
            "{\"name\": \"proxy\", \"image\": \"example.invalid/proxy\", \"resources\": {\"requests\":"
                    + " {\"cpu\": \"100m\", \"memory\": \"64Mi\"}}}";

    private final HttpsServer server;
    private final KeyStore keys;

    private LaterWebhook(HttpsServer server, KeyStore keys) {
        this.server = server;
        this.keys = keys;
    }

    /** Starts it with a certificate that is kept in a directory. */
    static LaterWebhook start(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = newKeys(directory.resolve("later-webhook.p12"));
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keyManagers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext("/", LaterWebhook::answer);
        server.start();
        return new LaterWebhook(server, keys);
    }

    private static KeyStore newKeys(Path file) throws IOException, InterruptedException, GeneralSecurityException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "later",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=later",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-ext",
                        "bc:c",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool made no key");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** Its registration; the API server calls configurations in the order of their names. */
    HasMetadata registration() throws GeneralSecurityException {
        String certificate = "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder()
                        .encodeToString(keys.getCertificate("later").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
        String bundle = Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII));
        return Serialization.unmarshal(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: later}
                webhooks:
                - name: later.example.invalid
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  objectSelector: {matchLabels: {proxy: "yes"}}
                  clientConfig: {url: "https://127.0.0.1:%d/", caBundle: "%s"}
                  rules:
                  - {apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}
                """.formatted(server.getAddress().getPort(), bundle), MutatingWebhookConfiguration.class);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        JsonNode request = MAPPER.readTree(exchange.getRequestBody()).path("request");
        ObjectNode review = MAPPER.createObjectNode()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview");
        ObjectNode response = review.putObject("response")
                .put("uid", request.path("uid").asText())
                .put("allowed", true);
        boolean there =
                request.at("/object/spec/containers").findValuesAsText("name").contains("proxy");
        if (!there) {
            String patch = "[{\"op\": \"add\", \"path\": \"/spec/containers/-\", \"value\": " + CONTAINER + "}]";
            response.put("patchType", "JSONPatch")
                    .put("patch", Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8)));
        }
        byte[] bytes = MAPPER.writeValueAsBytes(review);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
