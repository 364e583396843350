package io.koordbridge.colo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Answers like a process of ours with recorded documents, or badly. */
final class AnswerServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final String API = "/api/v1/";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final InetSocketAddress address;
    private HttpServer server;
    private volatile JsonNode answers;
    private volatile int status = 200;
    private volatile UnaryOperator<String> change = UnaryOperator.identity();
    private volatile boolean silent;
    private volatile int reads;

    AnswerServer(String name) {
        answers(name);
        server = listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = server.getAddress();
    }

    String url() {
        return "http://127.0.0.1:" + address.getPort();
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

    /** Takes requests and never answers. */
    AnswerServer silent() {
        silent = true;
        return this;
    }

    int reads() {
        return reads;
    }

    void goAway() {
        server.stop(0);
    }

    void comeBack() {
        server = listen(address);
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
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private HttpServer listen(InetSocketAddress where) {
        try {
            HttpServer fresh = HttpServer.create(where, 0);
            fresh.setExecutor(threads);
            fresh.createContext(API, this::answer);
            fresh.start();
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + where, e);
        }
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            reads++;
            if (silent) {
                awaitClose();
                return;
            }
            String path = exchange.getRequestURI().getPath().substring(API.length());
            JsonNode answer =
                    path.startsWith("nodes/") ? answers.path("explain").path(path.split("/")[1]) : answers.path(path);
            boolean missing = answer.isMissingNode();
            String body = missing ? "{\"error\": \"unknown\"}" : change.apply(JSON.writeValueAsString(answer));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(missing ? 404 : status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private void awaitClose() {
        try {
            closing.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
