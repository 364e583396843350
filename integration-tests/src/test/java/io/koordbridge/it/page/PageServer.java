package io.koordbridge.it.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.page.capacity.CapacityDocument;
import io.koordbridge.page.library.PageLibrary;
import io.koordbridge.page.table.TableQuery;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
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

    private final ObjectMapper json = new ObjectMapper().registerModule(new JavaTimeModule());
    private final CapacityDocument documents = new CapacityDocument(json);
    private final PageStreams streams = new PageStreams(json);
    private final AtomicInteger events = new AtomicInteger();
    /** The operator's own files and what all pages share. */
    private final List<Path> folders = Stream.of("k8s-controllers/yarn-operator", "libs/koord-service")
            .map(module -> ProjectLayout.find().root().resolve(module).resolve("src/main/resources/page"))
            .toList();

    private final List<String> timelineQueries = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = new LoopbackServer(this::answer);
    private volatile Scene scene;
    private volatile Map<String, Fault> faults = Map.of();

    /**
     * Answers by part of the API.
     *
     * @param change what changes with each event of a stream, counted
     */
    record Scene(ObjectNode parts, ObjIntConsumer<ObjectNode> change) {}

    PageServer(String scene) {
        this(new Scene(recorded(scene), (parts, second) -> {}));
    }

    PageServer(Scene scene) {
        this.scene = scene;
    }

    /** The answers in {@code page/NAME.json}. */
    static ObjectNode recorded(String name) {
        try (InputStream in = PageServer.class.getResourceAsStream("/page/" + name + ".json")) {
            return (ObjectNode) new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read scene " + name, e);
        }
    }

    URI url() {
        return URI.create(server.url() + "/");
    }

    /** Answers with {@code page/NAME.json} from now on. */
    void show(String name) {
        show(recorded(name));
    }

    /** Answers with these parts from now on. */
    void show(ObjectNode parts) {
        scene = new Scene(parts, (same, second) -> {});
        faults = Map.of();
        streams.end();
    }

    /** Answers {@code path} below the API badly until the next {@link #show}. */
    void answerBadly(String path, Fault fault) {
        faults = Map.of(path, fault);
        streams.end();
    }

    /** Nobody listens until {@link #comeBack}. */
    void goAway() {
        streams.end();
        server.goAway();
    }

    void comeBack() {
        server.comeBack();
    }

    /** The queries of all reads of the timeline. */
    List<String> timelineQueries() {
        return List.copyOf(timelineQueries);
    }

    /** Bytes of all streams so far. */
    long streamedBytes() {
        return streams.bytes();
    }

    /** Number of events of the stream so far. */
    int events() {
        return events.get();
    }

    @Override
    public void close() {
        streams.end();
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.startsWith(API)) {
            answerApi(exchange, path.substring(API.length()));
        } else {
            answerFile(exchange, path.equals("/") ? "index.html" : path.substring(1));
        }
    }

    private void answerApi(HttpExchange exchange, String path) throws IOException {
        if (path.equals("timeline")) {
            timelineQueries.add(String.valueOf(exchange.getRequestURI().getQuery()));
        }
        Fault fault = faults.get(path);
        if (fault == Fault.UNAVAILABLE || fault == Fault.NOT_JSON) {
            LoopbackServer.answer(exchange, fault == Fault.UNAVAILABLE ? 503 : 200, "<html>proxy</html>");
            return;
        }
        if (path.equals("stream")) {
            streams.serve(exchange, query -> fault == null ? document(query) : json.createObjectNode());
            return;
        }
        if (path.equals("nodes.csv")) {
            TableQuery query = PageStreams.query(exchange);
            LoopbackServer.answer(exchange, 200, "text/csv", documents.csv(read("nodes", NodesAnswer.class), query));
            return;
        }
        JsonNode body = path.startsWith("nodes/")
                ? scene.parts().path("explain").path(path.split("/")[1])
                : scene.parts().path(path);
        if (body.isMissingNode()) {
            LoopbackServer.answer(exchange, 404, "{\"error\": \"unknown\"}");
        } else {
            LoopbackServer.answer(exchange, 200, json.writeValueAsString(body));
        }
    }

    private ObjectNode document(TableQuery query) {
        scene.change().accept(scene.parts(), events.incrementAndGet());
        return documents.of(
                read("status", StatusAnswer.class),
                read("nodes", NodesAnswer.class),
                read("ledger", LedgerAnswer.class),
                json.createObjectNode().set("points", json.createArrayNode()),
                query);
    }

    private <T> T read(String part, Class<T> type) {
        return json.convertValue(scene.parts().path(part), type);
    }

    private static String onClassPath(String resource) throws IOException {
        try (InputStream in = PageServer.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void answerFile(HttpExchange exchange, String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        Optional<String> library = PageLibrary.UPLOT.resource(name);
        if (library.isPresent()) {
            LoopbackServer.answer(exchange, 200, type + ";charset=utf-8", onClassPath(library.get()));
            return;
        }
        Optional<Path> file = folders.stream()
                .map(folder -> folder.resolve(name).normalize())
                .filter(candidate -> folders.contains(candidate.getParent()) && Files.isRegularFile(candidate))
                .findFirst();
        if (type == null || file.isEmpty()) {
            LoopbackServer.answer(exchange, 404, "text/plain", "no such file");
        } else {
            LoopbackServer.answer(exchange, 200, type + ";charset=utf-8", Files.readString(file.get()));
        }
    }
}
