package io.koordbridge.testkit.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on a free port of the loopback address that answers in JSON; each request has a thread of its own. */
public final class LoopbackServer implements AutoCloseable {

    private static final int OK = 200;

    private final Queue<HttpExchange> kept = new ConcurrentLinkedQueue<>();
    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final HttpServer server;

    /** A server that listens already. */
    public LoopbackServer(HttpHandler handler) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(serving);
        server.createContext("/", handler);
        server.start();
    }

    /** Where it listens, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whether a request to an API server wants to be told of changes. */
    public static boolean isWatch(HttpExchange exchange) {
        return String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true");
    }

    /** A whole answer. */
    public static void answer(HttpExchange exchange, int code, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of("application/json")));
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Begins an answer of unknown length, which {@link #tell} goes on with. */
    public static void begin(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of("application/json")));
        exchange.sendResponseHeaders(OK, 0);
        exchange.getResponseBody().flush();
    }

    /** Goes on with an answer. */
    public static void tell(HttpExchange exchange, String json) throws IOException {
        exchange.getResponseBody().write(json.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    /** Leaves an answer open until the server closes. */
    public void keep(HttpExchange exchange) {
        kept.add(exchange);
    }

    /** What {@link #keep} was told of, in its order. */
    public Queue<HttpExchange> kept() {
        return kept;
    }

    @Override
    public void close() {
        kept.forEach(HttpExchange::close);
        server.stop(0);
        serving.shutdownNow();
    }
}
