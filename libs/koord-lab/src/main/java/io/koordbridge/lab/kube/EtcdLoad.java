package io.koordbridge.lab.kube;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Puts many objects where the API server keeps them, thousands a second instead of a hundred: for clusters too large to be
 * created by requests. The API server reads, serves and watches such objects like all others; what it would have refused or
 * defaulted is up to the caller.
 */
public final class EtcdLoad implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MAX_OBJECTS = 120;
    private static final int MAX_BYTES = 700_000;
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI transactions;
    private final List<Entry> waiting = new ArrayList<>();
    private int waitingBytes;

    /** Loads into {@link RealControlPlane#etcdUrl}. */
    public EtcdLoad(String etcdUrl) {
        this.transactions = URI.create(etcdUrl + "/v3/kv/txn");
    }

    private record Entry(String key, String json) {}

    /**
     * Adds an object.
     *
     * @param path below the registry, such as {@code pods/team/web-1}
     * @param json the object with its apiVersion, kind and uid, without resourceVersion
     */
    public void add(String path, String json) {
        waiting.add(new Entry("/registry/" + path, json));
        waitingBytes += json.length();
        if (waiting.size() >= MAX_OBJECTS || waitingBytes >= MAX_BYTES) {
            flush();
        }
    }

    /** Writes what waits. */
    public void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(transactions)
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofByteArray(transaction()))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new IllegalStateException("etcd answered " + answer.statusCode() + ": " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing to " + transactions, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing to " + transactions, e);
        }
        waiting.clear();
        waitingBytes = 0;
    }

    private byte[] transaction() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * waitingBytes);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeArrayFieldStart("success");
            for (Entry entry : waiting) {
                json.writeStartObject();
                json.writeObjectFieldStart("requestPut");
                json.writeStringField("key", base64(entry.key()));
                json.writeStringField("value", base64(entry.json()));
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        flush();
    }
}
