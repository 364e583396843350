package io.koordbridge.colo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Answers like a process of ours with recorded documents, or badly. */
final class AnswerServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final String API = "/api/v1/";

    private final AtomicInteger reads = new AtomicInteger();
    private final LoopbackServer server = new LoopbackServer(this::answer);
    private volatile JsonNode answers;
    private volatile int status = 200;
    private volatile UnaryOperator<String> change = UnaryOperator.identity();
    private volatile boolean silent;
    private volatile @Nullable String token;
    private volatile @Nullable String authorization;

    AnswerServer(String name) {
        answers(name);
    }

    String url() {
        return server.url();
    }

    /** Answers from {@code answers/NAME.json}. */
    AnswerServer answers(String name) {
        answers = document(name);
        return this;
    }

    /** Every 200 becomes this body. */
    AnswerServer body(UnaryOperator<String> changed) {
        change = changed;
        return this;
    }

    AnswerServer status(int code) {
        status = code;
        return this;
    }

    /** Answers only those who send it. */
    AnswerServer wantsToken(String wanted) {
        token = wanted;
        return this;
    }

    /** The header of the last request. */
    @Nullable
    String authorization() {
        return authorization;
    }

    /** Takes requests and never answers. */
    AnswerServer silent() {
        silent = true;
        return this;
    }

    int reads() {
        return reads.get();
    }

    void goAway() {
        server.goAway();
    }

    void comeBack() {
        server.comeBack();
    }

    static JsonNode document(String name) {
        try (InputStream in = AnswerServer.class.getResourceAsStream("/answers/" + name + ".json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read answers " + name, e);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        reads.incrementAndGet();
        authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (token != null && !("Bearer " + token).equals(authorization)) {
            LoopbackServer.answer(exchange, authorization == null ? 401 : 403, "{\"error\": \"a token is needed\"}");
            return;
        }
        if (silent) {
            server.keep(exchange);
            return;
        }
        String path = exchange.getRequestURI().getPath().replace(API, "");
        JsonNode answer =
                path.startsWith("nodes/") ? answers.path("explain").path(path.split("/")[1]) : answers.path(path);
        if (answer.isMissingNode()) {
            LoopbackServer.answer(exchange, 404, "{\"error\": \"unknown\"}");
        } else {
            LoopbackServer.answer(exchange, status, change.apply(JSON.writeValueAsString(answer)));
        }
    }
}
