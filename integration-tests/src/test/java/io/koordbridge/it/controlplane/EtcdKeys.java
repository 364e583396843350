package io.koordbridge.it.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Lists and deletes what an API server keeps in its etcd, by etcd's JSON gateway. */
final class EtcdKeys {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** An etcd transaction takes 128. */
    private static final int BATCH = 100;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    EtcdKeys(String url) {
        this.url = url;
    }

    /** Every key below {@code /registry/}. */
    Set<String> all() {
        ObjectNode range = JSON.createObjectNode()
                .put("key", encoded("/registry/"))
                .put("range_end", encoded("/registry0"))
                .put("keys_only", true);
        Set<String> keys = new TreeSet<>();
        post("range", range).path("kvs").forEach(pair -> keys.add(decoded(pair.get("key"))));
        return keys;
    }

    void delete(List<String> keys) {
        for (int from = 0; from < keys.size(); from += BATCH) {
            ObjectNode transaction = JSON.createObjectNode();
            ArrayNode operations = transaction.putArray("success");
            keys.subList(from, Math.min(from + BATCH, keys.size()))
                    .forEach(key -> operations
                            .addObject()
                            .putObject("request_delete_range")
                            .put("key", encoded(key)));
            post("txn", transaction);
        }
    }

    private JsonNode post(String call, ObjectNode body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v3/kv/" + call))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("etcd answered " + answer.statusCode() + ": " + answer.body());
            }
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(JsonNode base64) {
        return new String(Base64.getDecoder().decode(base64.asText()), StandardCharsets.UTF_8);
    }
}
