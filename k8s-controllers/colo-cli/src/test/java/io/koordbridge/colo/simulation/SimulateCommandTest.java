package io.koordbridge.colo.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On objects as an API server lists them. */
class SimulateCommandTest {
    private static final String LIST = "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"items\":[%s]}";
    private static final String NODE = """
            {"kind":"Node","apiVersion":"v1","metadata":{"name":"worker-1"},"status":{
             "capacity":{"cpu":"16","memory":"64Gi"},"allocatable":{"cpu":"16","memory":"64Gi"}}}
            """;
    private static final String METRIC = """
            {"kind":"NodeMetric","apiVersion":"slo.koordinator.sh/v1alpha1","metadata":{"name":"worker-1"},"status":{
             "updateTime":"%s","nodeMetric":{"nodeUsage":{"resources":{"cpu":"1","memory":"4Gi"}},
             "systemUsage":{"resources":{"cpu":"1","memory":"4Gi"}}}}}
            """;
    private static final String CONFIG =
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"c\"},\"data\":{\"colocation-config\":\"{\\\"enable\\\":true}\"}}";

    private final List<String> written = new ArrayList<>();
    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private Path kubeconfig;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
    }

    @AfterEach
    void close() {
        apiServer.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("GET")) {
            written.add(exchange.getRequestURI().toString());
        }
        String path = exchange.getRequestURI().getPath();
        String body = "";
        if (path.contains("/configmaps/")) {
            body = CONFIG;
        } else if (path.endsWith("/nodes")) {
            body = LIST.formatted("Node", "v1", NODE);
        } else if (path.endsWith("/pods")) {
            body = LIST.formatted("Pod", "v1", "");
        } else if (path.endsWith("/nodemetrics")) {
            body = LIST.formatted("NodeMetric", "slo.koordinator.sh/v1alpha1", METRIC.formatted(Instant.now()));
        }
        LoopbackServer.answer(exchange, body.isEmpty() ? 404 : 200, body.isEmpty() ? "{}" : body);
    }

    private Run colo(String... line) {
        return Run.with(Map.of("KUBECONFIG", kubeconfig.toString()), line);
    }

    @Test
    void saysWhatAnotherThresholdWouldChange() {
        Run run = colo("simulate", "--set", "cpuReclaimThresholdPercent=70");

        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList().get(1))
                .startsWith("worker-1  8.6/")
                .contains("  10.2/");
        assertThat(run.exitCode()).isZero();
        assertThat(written).isEmpty();
    }

    @Test
    void refusesWhatTheManagerWouldNotTake() {
        assertThat(colo("simulate", "--set", "degradeTimeMinutes=0"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("degradeTimeMinutes", ">= 1"));
        assertThat(colo("simulate", "--set", "cpuReclaimThreshold=70").err())
                .contains("unknown field", "did you mean cpuReclaimThresholdPercent?");
    }

    @Test
    void refusesItAlsoWhereNoClusterIsFound() {
        assertThat(Run.with(Map.of(), "simulate", "--set", "degradeTimeMinutes=0"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("degradeTimeMinutes", ">= 1"));
        assertThat(Run.with(Map.of(), "simulate", "--set", "degradeTimeMinutes=5")
                        .exitCode())
                .isEqualTo(3);
    }

    @Test
    void diffNamesANodeThatShowsSomethingElse() {
        assertThat(colo("diff").out()).contains("BATCH SHOWN", "worker-1  0/0B", "8.6/");
        assertThat(colo("diff", "-o", "json").out()).contains("\"batchMilliCpu\" : 8600");
        assertThat(Run.with(Map.of(), "diff").exitCode()).isEqualTo(3);
    }
}
