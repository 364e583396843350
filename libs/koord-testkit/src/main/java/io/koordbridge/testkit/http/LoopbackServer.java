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

/** An HTTP server on a free port of the loopback address that can go away and come back there; each request has a thread of its own. */
public final class LoopbackServer implements AutoCloseable {

    private static final int OK = 200;
    private static final String JSON = "application/json";

    private final Queue<HttpExchange> kept = new ConcurrentLinkedQueue<>();
    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final HttpHandler handler;
    private final InetSocketAddress address;
    private HttpServer server;

    /** A server that listens already. */
    public LoopbackServer(HttpHandler handler) {
        this.handler = handler;
        server = listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = server.getAddress();
    }

    private HttpServer listen(InetSocketAddress where) {
        try {
            HttpServer fresh = HttpServer.create(where, 0);
            fresh.setExecutor(serving);
            fresh.createContext("/", handler);
            fresh.start();
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + where, e);
        }
    }

    /** Where it listens, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + address.getPort();
    }

    /** A kubeconfig that names it as the API server, with a token. */
    public String kubeconfig() {
        return """
                apiVersion: v1
                kind: Config
                current-context: here
                clusters: [{name: c, cluster: {server: %s}}]
                contexts: [{name: here, context: {cluster: c, user: u}}]
                users: [{name: u, user: {token: t}}]
                """.formatted(url());
    }

    /** Whether a request to an API server is a watch. */
    public static boolean isWatch(HttpExchange exchange) {
        return String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true");
    }

    /** A whole answer in JSON. */
    public static void answer(HttpExchange exchange, int code, String json) throws IOException {
        answer(exchange, code, JSON, json);
    }

    /** A whole answer. */
    public static void answer(HttpExchange exchange, int code, String type, String text) throws IOException {
        answer(exchange, code, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A whole answer. */
    public static void answer(HttpExchange exchange, int code, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of(type)));
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Begins an answer of unknown length, which {@link #tell} goes on with. */
    public static void begin(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().putAll(Map.of("Content-Type", List.of(JSON)));
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

    /** What {@link #keep} got, in its order. */
    public Queue<HttpExchange> kept() {
        return kept;
    }

    /** The port is closed until {@link #comeBack}. */
    public void goAway() {
        server.stop(0);
    }

    /** Listens again where it listened before. */
    public void comeBack() {
        server = listen(address);
    }

    @Override
    public void close() {
        kept.forEach(HttpExchange::close);
        server.stop(0);
        serving.shutdownNow();
    }
}
