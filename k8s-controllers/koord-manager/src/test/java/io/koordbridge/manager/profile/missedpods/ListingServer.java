package io.koordbridge.manager.profile.missedpods;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An API server that feeds can follow, unlike the embedded one: it answers to lists, and tells watches nothing. */
final class ListingServer implements AutoCloseable {

    private static final int OK = 200;

    private final Map<String, String> items = new ConcurrentHashMap<>();
    private final Queue<String> posted = new ConcurrentLinkedQueue<>();
    private final LoopbackServer server = new LoopbackServer(this::serve);
    final KubernetesClient client;

    ListingServer() {
        Config config = Config.empty();
        config.setMasterUrl(server.url());
        config.setRequestRetryBackoffLimit(0);
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    /** Lists at a path hold these objects, in JSON; no others. */
    void list(String path, String... objects) {
        items.put(path, String.join(",", objects));
    }

    /** Objects that were sent, in JSON. */
    List<String> posted() {
        return List.copyOf(posted);
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (LoopbackServer.isWatch(exchange)) {
            LoopbackServer.begin(exchange);
            server.keep(exchange);
            return;
        }
        if (exchange.getRequestMethod().equals("POST")) {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        }
        String list =
                "{\"metadata\": {\"resourceVersion\": \"7\"}, \"items\": [%s]}".formatted(items.getOrDefault(path, ""));
        LoopbackServer.answer(exchange, OK, list);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
