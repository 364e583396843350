package io.koordbridge.manager.missedpods;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An API server that feeds can follow, unlike the embedded one: it answers to lists, and tells watches nothing. */
final class ListingServer implements AutoCloseable {

    private static final int OK = 200;

    private final Map<String, String> items = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final Map<String, Runnable> beforeAnswers = new ConcurrentHashMap<>();
    private final Queue<HttpExchange> watches = new ConcurrentLinkedQueue<>();
    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final HttpServer server;
    final KubernetesClient client;

    ListingServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(serving);
        server.createContext("/", this::serve);
        server.start();
        Config config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + server.getAddress().getPort());
        config.setRequestRetryBackoffLimit(0);
        client = new KubernetesClientBuilder().withConfig(config).build();
    }

    /** Lists at a path hold these objects, in JSON; no others. */
    void list(String path, String... objects) {
        items.put(path, String.join(",", objects));
    }

    /** The next request to a path gets this code. */
    void failNext(String path, int code) {
        failures.put(path, code);
    }

    /** Happens after the next request to a path, before its answer. */
    void beforeNextAnswer(String path, Runnable action) {
        beforeAnswers.put(path, action);
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of("application/json")));
        if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true")) {
            exchange.sendResponseHeaders(OK, 0);
            exchange.getResponseBody().flush();
            watches.add(exchange);
            return;
        }
        Runnable action = beforeAnswers.remove(path);
        if (action != null) {
            action.run();
        }
        Integer failure = failures.remove(path);
        byte[] body = "{\"metadata\": {\"resourceVersion\": \"7\"}, \"items\": [%s]}"
                .formatted(items.getOrDefault(path, ""))
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(failure == null ? OK : failure, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        watches.forEach(HttpExchange::close);
        client.close();
        server.stop(0);
        serving.shutdownNow();
    }
}
