package io.koordbridge.quickstart.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;

/** Asks the operator's API for its verdict. */
public final class LedgerView {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ObjectMapper mapper = new ObjectMapper();
    private final URI ledger;

    /** A view of the operator at this base address. */
    public LedgerView(URI operator) {
        ledger = operator.resolve("/api/v1/ledger");
    }

    /** The verdict over all nodes; NO_DATA when it cannot be had. */
    public Ledger verdict() {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(ledger).timeout(TIMEOUT).build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode body = mapper.readTree(answer.body());
            return Ledger.valueOf(body.path("verdict").asText("NO_DATA").toUpperCase(Locale.ROOT));
        } catch (IOException | IllegalArgumentException e) {
            return Ledger.NO_DATA;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Ledger.NO_DATA;
        }
    }
}
