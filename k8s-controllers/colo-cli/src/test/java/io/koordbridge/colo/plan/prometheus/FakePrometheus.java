package io.koordbridge.colo.plan.prometheus;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Answers as a Prometheus does to expressions that hold a known text; the real one is in the whole-chain tests. */
public final class FakePrometheus implements AutoCloseable {
    private static final int MOST_POINTS = 11_000;
    private static final String ANSWER = "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":[%s]}}";

    /** A series, as long as Prometheus has it. */
    private record Known(String labels, LongToDoubleFunction value) {}

    private final Map<String, List<Known>> known = new LinkedHashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final ConcurrentLinkedQueue<Integer> failures = new ConcurrentLinkedQueue<>();
    private final LoopbackServer server = new LoopbackServer(this::answer);
    private volatile String authorization = "";

    /**
     * Adds a series to the answer to expressions that hold a text.
     *
     * @param labels as JSON without braces
     * @param value by time; NaN leaves the point out
     */
    public FakePrometheus series(String text, String labels, LongToDoubleFunction value) {
        known.computeIfAbsent(text, unused -> new ArrayList<>()).add(new Known(labels, value));
        return this;
    }

    /** Four cores and 8 GiB as node exporter shows them. */
    public FakePrometheus exporter(String labels, LongToDoubleFunction cores) {
        return series("mode=\"idle\"", labels, time -> 4)
                .series("node_memory_MemTotal_bytes - ", labels, time -> 2L << 30)
                .series(
                        "max by (node, kubernetes_node, instance) (node_memory_MemTotal_bytes)",
                        labels,
                        time -> 8L << 30)
                .series("mode=~", labels, cores);
    }

    /** Four cores and 8 GiB as cAdvisor shows them. */
    public FakePrometheus kubelet(String labels, LongToDoubleFunction cores) {
        return series("machine_cpu_cores", labels, time -> 4)
                .series("machine_memory_bytes", labels, time -> 8L << 30)
                .series("container_cpu_usage_seconds_total{id=\"/\"", labels, cores)
                .series("container_memory_working_set_bytes{id=\"/\"", labels, time -> 1L << 30);
    }

    /** Answers the next requests with these states. */
    FakePrometheus failing(int... states) {
        for (int state : states) {
            failures.add(state);
        }
        return this;
    }

    public String url() {
        return server.url();
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    String authorization() {
        return authorization;
    }

    PrometheusClient client() {
        return client("");
    }

    PrometheusClient client(String token) {
        return new PrometheusClient(
                URI.create(url()), Duration.ofSeconds(20), Duration.ofMillis(1), token, Authorities.OF_THE_RUNTIME);
    }

    @Override
    public void close() {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        Integer failure = failures.poll();
        if (failure != null) {
            LoopbackServer.answer(exchange, failure, failure < 500 ? "application/json" : "text/plain", "{}");
            return;
        }
        Map<String, String> form = new HashMap<>();
        for (String part : exchange.getRequestURI().getRawQuery().split("&")) {
            String[] pair = part.split("=", 2);
            form.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        String expression = form.get("query");
        asked.add(expression);
        List<Known> found = known.entrySet().stream()
                .filter(one -> expression.contains(one.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(List.of());
        if (exchange.getRequestURI().getPath().endsWith("/query")) {
            long time = Long.parseLong(form.get("time"));
            LoopbackServer.answer(exchange, 200, ANSWER.formatted("vector", vector(found, time)));
            return;
        }
        long start = Long.parseLong(form.get("start"));
        long end = Long.parseLong(form.get("end"));
        long step = Long.parseLong(form.get("step"));
        if ((end - start) / step > MOST_POINTS) {
            LoopbackServer.answer(
                    exchange,
                    400,
                    "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"exceeded maximum resolution\"}");
            return;
        }
        long[] times = LongStream.iterate(start, time -> time <= end, time -> time + step)
                .toArray();
        LoopbackServer.answer(exchange, 200, ANSWER.formatted("matrix", matrix(found, times)));
    }

    private static String vector(List<Known> found, long time) {
        return found.stream()
                .map(one -> "{\"metric\":{%s},\"value\":%s}".formatted(one.labels(), point(one, time)))
                .collect(Collectors.joining(","));
    }

    private static String matrix(List<Known> found, long[] times) {
        return found.stream()
                .map(one -> "{\"metric\":{%s},\"values\":[%s]}"
                        .formatted(
                                one.labels(),
                                LongStream.of(times)
                                        .filter(time ->
                                                !Double.isNaN(one.value().applyAsDouble(time)))
                                        .mapToObj(time -> point(one, time))
                                        .collect(Collectors.joining(","))))
                .collect(Collectors.joining(","));
    }

    private static String point(Known series, long time) {
        return "[" + time + ",\"" + series.value().applyAsDouble(time) + "\"]";
    }
}
