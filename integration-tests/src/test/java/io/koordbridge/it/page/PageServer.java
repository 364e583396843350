package io.koordbridge.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Serves the operator's page with API answers of a recorded scene; it can be told to answer badly or to be away. */
final class PageServer implements AutoCloseable {

    /** Ways to answer one path badly. */
    enum Fault {
        UNAVAILABLE,
        NOT_JSON,
        OTHER_SHAPE
    }

    private static final String API = "/api/v1/";
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");

    private final ObjectMapper json = new ObjectMapper();
    /** The operator's own files and what all pages share. */
    private final List<Path> folders = Stream.of("k8s-controllers/yarn-operator", "libs/koord-service")
            .map(module -> ProjectLayout.find().root().resolve(module).resolve("src/main/resources/page"))
            .toList();

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<String> timelineQueries = new CopyOnWriteArrayList<>();
    private final InetSocketAddress address;
    private HttpServer server;
    private volatile JsonNode scene;
    private volatile Map<String, Fault> faults = Map.of();

    PageServer(String scene) {
        show(scene);
        server = listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = server.getAddress();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + address.getPort() + "/");
    }

    /** Answers with {@code page/NAME.json} from now on. */
    void show(String name) {
        try (InputStream in = PageServer.class.getResourceAsStream("/page/" + name + ".json")) {
            scene = json.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read scene " + name, e);
        }
        faults = Map.of();
    }

    /** Answers {@code path} below the API badly until the next {@link #show}. */
    void answerBadly(String path, Fault fault) {
        faults = Map.of(path, fault);
    }

    /** Nobody listens until {@link #comeBack}. */
    void goAway() {
        server.stop(0);
    }

    void comeBack() {
        server = listen(address);
    }

    /** The queries of all reads of the timeline. */
    List<String> timelineQueries() {
        return List.copyOf(timelineQueries);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private HttpServer listen(InetSocketAddress where) {
        try {
            HttpServer fresh = HttpServer.create(where, 0);
            fresh.setExecutor(threads);
            fresh.createContext("/", this::answer);
            fresh.start();
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + where, e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.startsWith(API)) {
                answerApi(exchange, path.substring(API.length()));
            } else {
                answerFile(exchange, path.equals("/") ? "index.html" : path.substring(1));
            }
        }
    }

    private void answerApi(HttpExchange exchange, String path) throws IOException {
        if (path.equals("timeline")) {
            timelineQueries.add(String.valueOf(exchange.getRequestURI().getQuery()));
        }
        Fault fault = faults.get(path);
        if (fault != null) {
            String body = fault == Fault.OTHER_SHAPE ? "[1]" : "<html>proxy</html>";
            send(exchange, fault == Fault.UNAVAILABLE ? 503 : 200, "application/json", body);
            return;
        }
        JsonNode body = path.startsWith("nodes/") ? scene.path("explain").path(path.split("/")[1]) : scene.path(path);
        if (body.isMissingNode()) {
            send(exchange, 404, "application/json", "{\"error\": \"unknown\"}");
        } else {
            send(exchange, 200, "application/json", json.writeValueAsString(body));
        }
    }

    private void answerFile(HttpExchange exchange, String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        Optional<Path> file = folders.stream()
                .map(folder -> folder.resolve(name).normalize())
                .filter(candidate -> folders.contains(candidate.getParent()) && Files.isRegularFile(candidate))
                .findFirst();
        if (type == null || file.isEmpty()) {
            send(exchange, 404, "text/plain", "no such file");
        } else {
            send(exchange, 200, type, Files.readString(file.get()));
        }
    }

    private static void send(HttpExchange exchange, int code, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + ";charset=utf-8");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
