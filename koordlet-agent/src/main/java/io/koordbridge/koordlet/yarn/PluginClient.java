package io.koordbridge.koordlet.yarn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls of the NodeManager plugin. A bad answer is an IOException that names call and problem. */
public final class PluginClient {

    private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path socket;

    public PluginClient(Path socket) {
        this.socket = socket;
    }

    public Path socket() {
        return socket;
    }

    /** Whether the plugin answers and says it is well. */
    public boolean isHealthy() {
        try {
            return UnixHttp.call(socket, "GET", "/health", "", HEALTH_TIMEOUT).status() == OK;
        } catch (IOException e) {
            return false;
        }
    }

    public YarnNode node() throws IOException {
        return call("GET", "/v2/node", "", new TypeReference<YarnNode>() {});
    }

    public List<YarnContainer> containers() throws IOException {
        return call("GET", "/v2/containers", "", new TypeReference<List<YarnContainer>>() {});
    }

    /** Evicts containers by id, or by what they use when no id is given. */
    public EvictionAnswer evict(EvictionOrder order) throws IOException {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        if (!order.containers().isEmpty()) {
            body.put("containers", order.containers());
        } else {
            body.put("resources", Map.of("cpuMilli", order.milliCpu(), "memoryBytes", order.memoryBytes()));
        }
        body.put("reason", order.reason());
        body.put("force", order.force());
        body.put("dryRun", order.dryRun());
        return call("POST", "/v2/evict", MAPPER.writeValueAsString(body), new TypeReference<EvictionAnswer>() {});
    }

    /**
     * What to evict.
     *
     * @param containers ids; empty lets the plugin choose by the amounts
     * @param force kill at once after the event
     */
    public record EvictionOrder(
            List<String> containers, long milliCpu, long memoryBytes, String reason, boolean force, boolean dryRun) {
        public EvictionOrder {
            containers = List.copyOf(containers);
        }
    }

    /** What was evicted. */
    @com.fasterxml.jackson.annotation.JsonIgnoreProperties(ignoreUnknown = true)
    public record EvictionAnswer(
            @Nullable List<Object> evicted,
            @Nullable Map<String, Object> freed,
            @Nullable List<String> notFound) {}

    private <T> T call(String method, String path, String body, TypeReference<T> type) throws IOException {
        UnixHttp.Answer answer = UnixHttp.call(socket, method, path, body, TIMEOUT);
        if (answer.status() != OK) {
            throw new IOException("plugin " + socket + ": " + method + " " + path + " answered " + answer.status());
        }
        try {
            T value = MAPPER.readValue(answer.body(), type);
            if (value == null) {
                throw new IOException("plugin " + socket + ": " + path + " answered null");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new IOException("plugin " + socket + ": answer to " + path + ": " + e.getOriginalMessage(), e);
        }
    }
}
