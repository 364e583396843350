package io.koordbridge.it.manager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A pod without credentials that reaches the webhook's port and sends reviews as if it were the API server. */
final class Stranger implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int CONNECT_MILLIS = 20;

    private final URI webhook;
    private final SSLContext tls;
    private final HttpClient http;
    private final List<Socket> idle = new ArrayList<>();

    Stranger(URI webhook) {
        this.webhook = webhook;
        try {
            tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new TrustsAll()}, null);
            http = HttpClient.newBuilder().sslContext(tls).build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a review; empty when nothing answers. */
    JsonNode review(String path, String operation, String group, String resource, HasMetadata object)
            throws InterruptedException {
        ObjectNode review = MAPPER.createObjectNode()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request");
        request.put("uid", UUID.randomUUID().toString())
                .put("operation", operation)
                .put("namespace", object.getMetadata().getNamespace())
                .put("name", object.getMetadata().getName())
                .putObject("userInfo")
                .put("username", "system:apiserver");
        request.putObject("kind")
                .put("group", group)
                .put("version", version(group))
                .put("kind", object.getKind());
        request.putObject("resource")
                .put("group", group)
                .put("version", version(group))
                .put("resource", resource);
        request.set(operation.equals("DELETE") ? "oldObject" : "object", tree(object));
        try {
            return MAPPER.readTree(http.send(
                            HttpRequest.newBuilder(webhook.resolve(path))
                                    .timeout(PATIENCE)
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(review.toString()))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException refused) {
            return MAPPER.createObjectNode();
        }
    }

    private static String version(String group) {
        return group.isEmpty() ? "v1" : "v1alpha1";
    }

    private static JsonNode tree(HasMetadata object) {
        try {
            return MAPPER.readTree(KUBERNETES.asJson(object));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens connections on which nothing is ever said, as many of these as are taken. */
    void openIdle(int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(webhook.getHost(), webhook.getPort()), CONNECT_MILLIS);
                idle.add(socket);
            } catch (SocketTimeoutException notTaken) {
                socket.close();
            }
        }
    }

    /** Sends all of a review but its end. */
    void beginReview(String path, int bytes) throws IOException {
        Socket socket = tls.getSocketFactory().createSocket(webhook.getHost(), webhook.getPort());
        idle.add(socket);
        OutputStream out = socket.getOutputStream();
        out.write(("POST " + path + " HTTP/1.1\r\nHost: webhook\r\nContent-Type: application/json\r\nContent-Length: "
                        + (bytes + 1) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        try {
            out.write(new byte[bytes]);
            out.flush();
        } catch (IOException endedByTheWebhook) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : idle) {
            socket.close();
        }
    }

    private static final class TrustsAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
