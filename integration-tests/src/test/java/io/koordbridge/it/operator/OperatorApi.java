package io.koordbridge.it.operator;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What the API says, read the way a script reads it. */
public final class OperatorApi {
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private final URI base;

    public OperatorApi(URI base) {
        this.base = base;
    }

    public JsonNode read(String path) {
        HttpRequest request = HttpRequest.newBuilder(base.resolve("api/v1/" + path))
                .timeout(PatientAwaits.PATIENCE)
                .build();
        try {
            HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(request.uri() + " answered " + answer.statusCode());
            }
            return json.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + request.uri(), e);
        }
    }
}
