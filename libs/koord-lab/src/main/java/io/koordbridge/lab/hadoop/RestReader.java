package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** GET, PUT and POST of JSON with timeouts. */
final class RestReader {
    /** Bounds a call that hangs; on a loaded machine an answer may take seconds. */
    private static final Duration CALL_LIMIT = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CALL_LIMIT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final URI base;

    RestReader(URI base) {
        this.base = base;
    }

    URI base() {
        return base;
    }

    JsonNode get(String path) throws IOException {
        return exchange(request(path).GET().build());
    }

    JsonNode put(String path, String body) throws IOException {
        return exchange(request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** An empty answer is an empty object. */
    JsonNode post(String path, String body) throws IOException {
        return exchange(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /** The elements of a list that YARN writes as array, as single object, as null or not at all. */
    static <T> List<T> elements(JsonNode list, Function<JsonNode, T> mapping) {
        List<T> all = new ArrayList<>();
        if (list.isArray()) {
            list.forEach(element -> all.add(mapping.apply(element)));
        } else if (list.isObject()) {
            all.add(mapping.apply(list));
        }
        return all;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path)).timeout(CALL_LIMIT).header("Accept", "application/json");
    }

    private JsonNode exchange(HttpRequest request) throws IOException {
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() / 100 != 2) {
                throw new IOException(request.method() + " " + request.uri() + " answered " + response.statusCode());
            }
            return mapper.readTree(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + request.uri(), e);
        }
    }
}
