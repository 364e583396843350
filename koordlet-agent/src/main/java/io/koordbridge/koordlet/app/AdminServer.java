package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.access.RequestAccess;
import io.koordbridge.kube.metrics.PrometheusFormatter;
import io.koordbridge.kube.thread.DaemonThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Over HTTP: health and metrics to all; state, plan and audit events to this host, and to others with a token. */
final class AdminServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    static final String JSON = "application/json";
    private static final Answer NO_SUCH_PAGE = new Answer(
            404,
            JSON,
            "{\"error\":\"no such page: want /ping, /live, /ready, /healthcheck, /state, /plan, /events or /metrics\"}",
            Map.of());
    private static final int WORKERS = 8;
    /** More are refused: their connections are closed. */
    private static final int WAITING = 64;

    private static final int IDLE_SECONDS = 30;

    private final HttpServer server;

    /** What it serves. */
    record Content(
            Supplier<Map<String, @Nullable Object>> state,
            Supplier<Map<String, @Nullable Object>> plan,
            Supplier<Map<String, @Nullable Object>> health,
            Supplier<List<String>> hanging,
            EventPages events,
            MetricRegistry metrics) {}

    /** What is sent. */
    record Answer(int status, String type, String body, Map<String, String> headers) {

        Answer(int status, String type, String body) {
            this(status, type, body, Map.of());
        }
    }

    /** Who may see the pages. */
    interface Access {
        Optional<RequestAccess.Refusal> refusal(RequestAccess.Caller caller);
    }

    private interface Page {
        /**
         * Answers.
         *
         * @param accept what the caller takes, empty when it does not say so
         */
        Answer answer(String query, String accept) throws IOException;
    }

    AdminServer(String bind, int port, Content content, Access access) throws IOException {
        server = listening(bind, port);
        // A client that never ends its request holds one of them, and delays no other client.
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                DaemonThreads.named("koordlet-admin"));
        workers.allowCoreThreadTimeOut(true);
        server.setExecutor(workers);
        serve("/", (query, accept) -> NO_SUCH_PAGE);
        for (String alive : List.of("/ping", "/healthz")) {
            serve(alive, (query, accept) -> new Answer(200, "text/plain", "pong\n"));
        }
        for (String ready : List.of("/ready", "/readyz", "/healthcheck")) {
            serve(ready, (query, accept) -> health(content.health().get()));
        }
        serve("/live", (query, accept) -> live(content.hanging().get()));
        serve("/state", (query, accept) -> json(200, content.state().get()), access);
        serve("/plan", (query, accept) -> json(200, content.plan().get()), access);
        serve("/events", content.events()::answer, access);
        serve("/metrics", (query, accept) -> {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            PrometheusFormatter.write(content.metrics(), text);
            return new Answer(200, PrometheusFormatter.CONTENT_TYPE, text.toString(StandardCharsets.UTF_8));
        });
        server.start();
        LOG.info("admin server listens address={} port={}", bind, port());
    }

    private static HttpServer listening(String bind, int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(bind, port), 16);
        } catch (SocketException e) {
            BindException named = new BindException("cannot listen on " + bind + ":" + port + ": " + e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** A process of which a part hangs is better started anew. */
    private static Answer live(List<String> hanging) {
        return hanging.isEmpty()
                ? new Answer(200, "text/plain", "alive\n")
                : new Answer(503, "text/plain", String.join("\n", hanging) + "\n");
    }

    private Answer health(Map<String, @Nullable Object> health) throws IOException {
        return json(Boolean.TRUE.equals(health.get("healthy")) ? 200 : 503, health);
    }

    static Answer problem(int status, String text) throws IOException {
        return json(status, Map.of("error", text));
    }

    static Answer json(int status, Object value) throws IOException {
        return new Answer(status, JSON, PlainJson.MAPPER.writeValueAsString(value));
    }

    private void serve(String path, Page page) {
        serve(path, page, caller -> Optional.empty());
    }

    private void serve(String path, Page page, Access access) {
        server.createContext(path, exchange -> {
            try (exchange) {
                String query = exchange.getRequestURI().getQuery();
                Optional<RequestAccess.Refusal> refusal = access.refusal(caller(exchange));
                Answer answer = refusal.isPresent()
                        ? json(
                                refusal.get().status(),
                                Map.of("error", refusal.get().text()))
                        : answer(exchange, path, page, query == null ? "" : query);
                send(exchange, answer);
            } catch (RuntimeException e) {
                LOG.warn("admin request failed path={}", path, e);
                send(exchange, new Answer(500, JSON, "{}"));
            }
        });
    }

    private static RequestAccess.Caller caller(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        boolean forwarded = headers.containsKey("X-Forwarded-For") || headers.containsKey("Forwarded");
        String address = exchange.getRemoteAddress().getAddress().getHostAddress();
        return new RequestAccess.Caller(
                address, forwarded, headers.getFirst("Authorization"), exchange.getRequestMethod());
    }

    private static Answer answer(HttpExchange exchange, String path, Page page, String query) throws IOException {
        if (!exchange.getRequestMethod().equals("GET")) {
            return new Answer(405, JSON, "{\"error\":\"want GET\"}");
        }
        // A context holds for all paths that begin with its own.
        boolean asked = exchange.getRequestURI().getPath().equals(path);
        String accept = exchange.getRequestHeaders().getFirst("Accept");
        return asked ? page.answer(query, accept == null ? "" : accept) : NO_SUCH_PAGE;
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
