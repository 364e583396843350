package io.koordbridge.frame;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An API server that holds one Lease and reviews tokens. {@code reader} may read pages, {@code nobody} may not; {@code replica} is a token of our own
 * service account for our audience, {@code stranger} one of another.
 */
final class OneLease implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NONE = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d}";

    private final LoopbackServer server = new LoopbackServer(this::answer);
    private final AtomicInteger versions = new AtomicInteger();
    private @Nullable ObjectNode lease;

    String url() {
        return server.url();
    }

    /** From now on another process holds it and renews it at each look. */
    synchronized void takenBy(String holder, String pages) throws IOException {
        lease = (ObjectNode) JSON.readTree("""
                {"kind": "Lease", "apiVersion": "coordination.k8s.io/v1",
                 "metadata": {"name": "lease", "annotations": {"koordbridge.io/pages": "%1$s %2$s"}},
                 "spec": {"holderIdentity": "%1$s", "leaseDurationSeconds": 3600, "renewTime": "2026-11-21T10:00:00.000000Z"}}
                """.formatted(holder, pages));
        stamp();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (path.contains("/leases")) {
            ofTheLease(exchange, body);
        } else if (path.endsWith("/tokenreviews")) {
            LoopbackServer.answer(exchange, 201, tokenReview(JSON.readTree(body).path("spec")));
        } else if (path.endsWith("/subjectaccessreviews")) {
            boolean allowed =
                    "reader".equals(JSON.readTree(body).at("/spec/user").asText());
            LoopbackServer.answer(
                    exchange,
                    201,
                    "{\"kind\":\"SubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\",\"status\":{\"allowed\":"
                            + allowed + "}}");
        } else {
            LoopbackServer.answer(exchange, 404, NONE.formatted(404));
        }
    }

    private void ofTheLease(HttpExchange exchange, byte[] body) throws IOException {
        ObjectNode held = lease;
        if (exchange.getRequestMethod().equals("POST") && held == null) {
            held = (ObjectNode) JSON.readTree(body);
        } else if (exchange.getRequestMethod().equals("PATCH") && held != null) {
            JsonNode change = JSON.readTree(body);
            if (!change.at("/metadata/resourceVersion").equals(held.at("/metadata/resourceVersion"))) {
                LoopbackServer.answer(exchange, 409, NONE.formatted(409));
                return;
            }
            held = JSON.readerForUpdating(held).readValue(change);
        } else if (held == null) {
            LoopbackServer.answer(exchange, 404, NONE.formatted(404));
            return;
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            lease = held;
            stamp();
        }
        LoopbackServer.answer(exchange, 200, held.toString());
    }

    private void stamp() {
        if (lease != null) {
            lease.withObject("/metadata").put("resourceVersion", Integer.toString(versions.incrementAndGet()));
        }
    }

    private static String tokenReview(JsonNode spec) {
        String token = spec.path("token").asText();
        boolean ours = spec.path("audiences").path(0).asText().equals("koord-bridge");
        String user = switch (token) {
            case "reader", "nobody" -> ours ? "" : token;
            case "replica", "other-replica" -> ours ? "system:serviceaccount:koordinator-system:us" : "";
            case "stranger" -> ours ? "system:serviceaccount:elsewhere:them" : "";
            default -> "";
        };
        return "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"status\":{"
                + (user.isEmpty()
                        ? ""
                        : "\"authenticated\":true,\"user\":{\"username\":\"" + user + "\"}"
                                + (ours ? ",\"audiences\":[\"koord-bridge\"]" : ""))
                + "}}";
    }

    @Override
    public void close() {
        server.close();
    }
}
