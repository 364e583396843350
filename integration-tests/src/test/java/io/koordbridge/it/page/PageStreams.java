package io.koordbridge.it.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.page.stream.LiveStream;
import io.koordbridge.page.table.TableQuery;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Streams of the page, served as a process does, with its own code but for the HTTP server. */
final class PageStreams {

    private final ObjectMapper json;
    private final AtomicLong bytes = new AtomicLong();
    private volatile LiveStream stream;

    PageStreams(ObjectMapper json) {
        this.json = json;
        this.stream = newStream();
    }

    private LiveStream newStream() {
        return new LiveStream(json, Duration.ofSeconds(1), Duration.ofMinutes(5));
    }

    /** All streams end, and readers come back. */
    void end() {
        LiveStream old = stream;
        stream = newStream();
        old.close();
    }

    /** Bytes of all streams so far. */
    long bytes() {
        return bytes.get();
    }

    void serve(HttpExchange exchange, Function<TableQuery, ObjectNode> documents) throws IOException {
        TableQuery query;
        try {
            query = query(exchange);
        } catch (IllegalArgumentException e) {
            LoopbackServer.answer(exchange, 400, "{\"error\": \"" + e.getMessage() + "\"}");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            stream.write(() -> documents.apply(query), new Counted(out));
        } catch (IOException e) {
            // The page was closed.
            exchange.close();
        }
    }

    /** Which rows a request asks for. */
    static TableQuery query(HttpExchange exchange) {
        return TableQuery.of(Arrays.stream(
                        String.valueOf(exchange.getRequestURI().getRawQuery()).split("&"))
                .map(part -> part.split("=", 2))
                .filter(part -> part.length == 2)
                .collect(
                        Collectors.toMap(part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8))));
    }

    private final class Counted extends OutputStream {
        private final OutputStream out;

        Counted(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
            bytes.incrementAndGet();
        }

        @Override
        public void write(byte[] many, int from, int length) throws IOException {
            out.write(many, from, length);
            bytes.addAndGet(length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
