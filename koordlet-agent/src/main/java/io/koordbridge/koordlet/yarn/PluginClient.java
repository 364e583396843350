package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.binding.PlainJson;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls of the NodeManager plugin, to which {@code docs/reference/copilot-plugin.md} is the contract. */
public final class PluginClient {

    private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int OK = 200;

    private final Path socket;
    private final PluginTrust trust;

    /**
     * A client.
     *
     * @param socket unix socket, or the file with address and token of a plugin that listens on loopback
     */
    public PluginClient(Path socket, PluginTrust trust) {
        this.socket = socket;
        this.trust = trust;
    }

    public Path socket() {
        return socket;
    }

    /**
     * Whether a server answers this call well.
     *
     * @throws PluginException when a server answers otherwise
     */
    public boolean answers() throws PluginException {
        try {
            String ignored = call("GET", "/health", "", HEALTH_TIMEOUT, body -> body);
            return true;
        } catch (PluginException e) {
            if (e.nobodyListens()) {
                return false;
            }
            throw e;
        }
    }

    public YarnNode node() throws PluginException {
        return node(TIMEOUT);
    }

    /** Waits no longer than this. */
    YarnNode node(Duration timeout) throws PluginException {
        return call("GET", "/v2/node", "", timeout, PluginAnswers::node);
    }

    public List<YarnContainer> containers() throws PluginException {
        return containers(TIMEOUT);
    }

    /** Waits no longer than this. */
    List<YarnContainer> containers(Duration timeout) throws PluginException {
        return call("GET", "/v2/containers", "", timeout, PluginAnswers::containers);
    }

    /**
     * Says to what the node shrinks.
     *
     * @param shrink null for no longer
     * @param left until containers have left
     */
    void shrink(@Nullable YarnShrink shrink, Duration left, Duration timeout) throws IOException {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        if (shrink == null) {
            body.put("target", null);
        } else {
            body.put("target", new YarnResource(shrink.vcores(), shrink.memoryMB()));
            body.put("leftMillis", Math.max(0, left.toMillis()));
            body.put("countsVcores", shrink.countsVcores());
        }
        String ignored = call("POST", "/v2/shrink", PlainJson.MAPPER.writeValueAsString(body), timeout, text -> text);
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
        return call("POST", "/v2/evict", PlainJson.MAPPER.writeValueAsString(body), TIMEOUT, PluginAnswers::eviction);
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

    /**
     * What was evicted.
     *
     * @param freedMilliCpu null when the plugin does not say
     * @param freedBytes null when the plugin does not say
     */
    public record EvictionAnswer(
            List<String> evicted,
            @Nullable Long freedMilliCpu,
            @Nullable Long freedBytes,
            List<String> notFound,
            List<String> alreadyEnding) {
        public EvictionAnswer {
            evicted = List.copyOf(evicted);
            notFound = List.copyOf(notFound);
            alreadyEnding = List.copyOf(alreadyEnding);
        }
    }

    private interface Decoder<T> {
        T decode(String body) throws BadAnswerException;
    }

    private <T> T call(String method, String path, String body, Duration timeout, Decoder<T> decoder)
            throws PluginException {
        String name = method + " " + path;
        try {
            PluginHttp.Answer answer = PluginHttp.call(socket, trust, new PluginHttp.Call(method, path, body), timeout);
            if (answer.status() != OK) {
                throw PluginException.ofStatus(socket, name, answer.status(), OK);
            }
            return decoder.decode(answer.body());
        } catch (PluginException e) {
            throw e;
        } catch (BadAnswerException e) {
            throw new PluginException(socket, name, e.field(), String.valueOf(e.getMessage()), e);
        } catch (ConnectException e) {
            throw PluginException.nobodyListens(socket, name, e);
        } catch (IOException e) {
            boolean gone = !socket.toFile().exists();
            String problem = e.getMessage() == null ? e.toString() : e.getMessage();
            throw gone
                    ? PluginException.nobodyListens(socket, name, e)
                    : new PluginException(socket, name, "answer", problem, e);
        }
    }
}
