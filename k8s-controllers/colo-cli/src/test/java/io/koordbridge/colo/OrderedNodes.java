package io.koordbridge.colo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An API server with Nodes whose annotations can be changed, and a yarn-operator that says of one node what a test wants. */
public final class OrderedNodes implements AutoCloseable {
    public static final String DRAIN = "node.koordinator.sh/yarn-drain";
    public static final String FROZEN = "node.koordinator.sh/yarn-frozen";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NODES = "/api/v1/nodes";

    private final Map<String, ObjectNode> nodes = new TreeMap<>();
    private final LoopbackServer apiServer = new LoopbackServer(this::answerAsApiServer);
    private final LoopbackServer operator = new LoopbackServer(this::answerAsOperator);
    private final Path kubeconfig;
    private final List<String> patches = new ArrayList<>();
    private UnaryOperator<String> drain = order -> "null";
    private int refusal;
    private int conflicts;
    private int reads;
    private @Nullable String pod;
    private boolean onHost;

    public OrderedNodes(Path directory, String... names) throws IOException {
        for (String name : names) {
            nodes.put(name, (ObjectNode) JSON.readTree("""
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","resourceVersion":"1","annotations":{}}}
                    """.formatted(name)));
        }
        kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
    }

    public Run colo(String... arguments) {
        return Run.with(environment(), arguments);
    }

    public Map<String, String> environment() {
        return Map.of("KUBECONFIG", kubeconfig.toString(), "COLO_OPERATOR", operator.url());
    }

    /** The drain of the operator's answer, as JSON, by the order that the Node has; null when it has none. */
    public synchronized OrderedNodes drain(UnaryOperator<String> ofOrder) {
        drain = ofOrder;
        return this;
    }

    /** What it says once it has taken an order up. */
    public static String said(@Nullable String order, String state, int containers, String masters, String text) {
        if (order == null) {
            return "null";
        }
        return """
                {"id":"%s","state":"%s","since":"2026-01-01T00:00:00Z","deadline":"2026-01-01T00:10:00Z","containers":%d,"masters":%s,"text":"%s"}
                """.formatted(value(order, "id"), state, containers, masters, text);
    }

    /** Of a document that a test knows. */
    public static String value(String document, String field) {
        try {
            return JSON.readTree(document).path(field).asText();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public synchronized OrderedNodes refusePatches(int code) {
        refusal = code;
        return this;
    }

    /** The next patches meet a Node that has changed. */
    public synchronized OrderedNodes conflicts(int patches) {
        conflicts = patches;
        return this;
    }

    public synchronized OrderedNodes pod(String json) {
        pod = json;
        return this;
    }

    /** No NodeManager is in a pod; otherwise the user may list no pods. */
    public synchronized OrderedNodes onHost() {
        onHost = true;
        return this;
    }

    public synchronized OrderedNodes annotate(String node, String key, String value) {
        annotations(node).put(key, value);
        return this;
    }

    public synchronized @Nullable String annotation(String node, String key) {
        JsonNode value = annotations(node).get(key);
        return value == null ? null : value.asText();
    }

    public synchronized void remove(String node, String key) {
        annotations(node).remove(key);
    }

    /** Reads of the operator so far. */
    public synchronized int reads() {
        return reads;
    }

    public synchronized List<String> patches() {
        return List.copyOf(patches);
    }

    public void stopOperator() {
        operator.goAway();
    }

    public void startOperator() {
        operator.comeBack();
    }

    private ObjectNode annotations(String node) {
        return nodes.get(node).withObject("/metadata/annotations");
    }

    private synchronized void answerAsApiServer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals(NODES)) {
            ObjectNode list = JSON.createObjectNode().put("kind", "NodeList").put("apiVersion", "v1");
            list.putArray("items").addAll(nodes.values());
            LoopbackServer.answer(exchange, 200, list.toString());
        } else if (path.startsWith(NODES) && nodes.containsKey(name)) {
            answerNode(exchange, name);
        } else if (path.endsWith("/pods") && onHost) {
            LoopbackServer.answer(exchange, 200, "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}");
        } else if (path.endsWith("/pods")) {
            status(exchange, 403);
        } else if (path.contains("/pods/") && pod != null) {
            LoopbackServer.answer(exchange, 200, pod);
        } else {
            status(exchange, 404);
        }
    }

    private void answerNode(HttpExchange exchange, String name) throws IOException {
        ObjectNode node = nodes.get(name);
        if (!exchange.getRequestMethod().equals("PATCH")) {
            LoopbackServer.answer(exchange, 200, node.toString());
        } else if (refusal != 0) {
            status(exchange, refusal);
        } else if (conflicts > 0) {
            conflicts--;
            status(exchange, 409);
        } else {
            JsonNode patch = JSON.readTree(exchange.getRequestBody());
            patches.add(patch.toString());
            patch.at("/metadata/annotations").properties().forEach(change -> {
                if (change.getValue().isNull()) {
                    annotations(name).remove(change.getKey());
                } else {
                    annotations(name).set(change.getKey(), change.getValue());
                }
            });
            LoopbackServer.answer(exchange, 200, node.toString());
        }
    }

    private static void status(HttpExchange exchange, int code) throws IOException {
        LoopbackServer.answer(exchange, code, """
                {"kind":"Status","apiVersion":"v1","status":"Failure","message":"refused","code":%d}
                """.formatted(code));
    }

    private synchronized void answerAsOperator(HttpExchange exchange) throws IOException {
        reads++;
        StringBuilder rows = new StringBuilder();
        nodes.keySet().stream()
                .filter(name -> !name.startsWith("no-yarn"))
                .forEach(name -> rows.append(rows.isEmpty() ? "" : ",")
                        .append("{\"name\":\"%s\",\"state\":\"STEADY\",\"verdict\":\"OK\",\"orders\":{\"drain\":%s}}"
                                .formatted(name, drain.apply(annotation(name, DRAIN)))));
        LoopbackServer.answer(exchange, 200, "{\"time\":\"2026-01-01T00:00:20Z\",\"nodes\":[" + rows + "]}");
    }

    @Override
    public void close() {
        apiServer.close();
        operator.close();
    }
}
