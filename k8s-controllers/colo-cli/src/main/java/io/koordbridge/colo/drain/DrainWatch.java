package io.koordbridge.colo.drain;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.NodesAnswer.Drain;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.terminal.Session;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the yarn-operator says of the drain of one node. */
final class DrainWatch {
    private final Session session;
    private final String name;
    private final String path;
    private @Nullable ApiReader api;
    private NodesAnswer.@Nullable Node seen;
    private @Nullable Instant time;
    private JsonNode document = ApiReader.JSON.nullNode();

    DrainWatch(Session session, String name) {
        this.session = session;
        this.name = name;
        this.path = "nodes?find=" + ApiReader.segment(name) + "&limit=500";
    }

    /**
     * Asks. False when the operator does not know the node.
     *
     * @throws io.koordbridge.colo.answer.AnswerException when it does not answer; the next look finds the leader again
     */
    boolean look() {
        ApiReader asked = api == null ? session.api(Component.OPERATOR) : api;
        api = null;
        JsonNode whole = asked.read(path);
        NodesAnswer answer = asked.as(NodesAnswer.class, whole, path);
        time = answer.time();
        seen = answer.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElse(null);
        document = ApiReader.JSON.nullNode();
        for (JsonNode node : whole.path("nodes")) {
            document = node.path("name").asText().equals(name) ? node.at("/orders/drain") : document;
        }
        api = asked;
        return seen != null;
    }

    /** The last drain; null without one. */
    @Nullable
    Drain drain() {
        return seen == null || seen.orders() == null ? null : seen.orders().drain();
    }

    /** The same as the operator wrote it. */
    JsonNode document() {
        return document.isMissingNode() ? ApiReader.JSON.nullNode() : document;
    }

    /** By the clock of the operator. */
    @Nullable
    Instant time() {
        return time;
    }
}
