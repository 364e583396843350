package io.koordbridge.quickstart.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks the manager how the capacity of a node came about. */
public final class CapacityAnswer {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final URI explanation;

    /** Questions to the manager at this base address. */
    public CapacityAnswer(URI manager, String node) {
        explanation = manager.resolve("/api/v1/nodes/" + node + "/explain");
    }

    /** The explanation; empty when it cannot be had. */
    public Optional<JsonNode> now() {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(explanation).timeout(TIMEOUT).build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == OK ? Optional.of(mapper.readTree(answer.body())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
