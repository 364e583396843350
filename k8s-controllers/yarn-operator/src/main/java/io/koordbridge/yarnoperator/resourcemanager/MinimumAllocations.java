package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The minimum allocation that running ResourceManagers have in their configuration, by {@code /conf} of their web servers. One that does not
 * answer, or only to someone else, is no fault: then the configuration files count.
 */
final class MinimumAllocations {

    private static final Logger LOG = LoggerFactory.getLogger(MinimumAllocations.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final String VCORES = "yarn.scheduler.minimum-allocation-vcores";
    private static final String MEGABYTES = "yarn.scheduler.minimum-allocation-mb";
    /** No larger container can be asked for in practice; a wrong amount would be withheld from pods on every node. */
    private static final int MOST = 1 << 20;

    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private final List<URI> servers;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /**
     * Of the ResourceManagers of a cluster.
     *
     * @param servers base addresses of their web servers, also of those on standby
     */
    MinimumAllocations(List<URI> servers) {
        this.servers = List.copyOf(servers);
    }

    /** The largest of all that answer, since each may become active; empty when none does. */
    Optional<YarnAmount> read() {
        Optional<YarnAmount> largest = Optional.empty();
        for (URI server : servers) {
            Optional<YarnAmount> minimum = ask(server);
            if (minimum.isPresent()) {
                largest = Optional.of(largest.orElse(YarnAmount.ZERO).max(minimum.get()));
            }
        }
        return largest;
    }

    private Optional<YarnAmount> ask(URI server) {
        try {
            return Optional.of(new YarnAmount(value(server, VCORES), value(server, MEGABYTES)));
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("ResourceManager does not say its minimum allocation server={}", server, e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private long value(URI server, String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/conf?name=" + key))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode());
        }
        return value(response.body(), key);
    }

    /** The value of a property in an answer. */
    static long value(String body, String key) throws IOException {
        try {
            JsonNode property = MAPPER.readTree(body).path("property");
            String text = property.path("value").asText();
            boolean usable = key.equals(property.path("key").asText()) && text.matches("\\d{1,7}");
            if (usable && Integer.parseInt(text) <= MOST) {
                return Integer.parseInt(text);
            }
            throw new IOException(key + " = '" + text + "': want 0 to " + MOST);
        } catch (JsonProcessingException e) {
            throw new IOException(key + ": no JSON", e);
        }
    }
}
