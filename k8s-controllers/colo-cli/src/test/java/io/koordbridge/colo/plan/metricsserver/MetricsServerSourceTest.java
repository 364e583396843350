package io.koordbridge.colo.plan.metricsserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.colo.plan.recording.Traces;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a stand-in of the API server: the aggregated API needs metrics-server itself. */
class MetricsServerSourceTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final String NODES = """
            {"kind":"NodeList","apiVersion":"v1","items":[
             {"metadata":{"name":"a"},"status":{"capacity":{"cpu":"4","memory":"8Gi"}}},
             {"metadata":{"name":"b"},"status":{"capacity":{"cpu":"4","memory":"8Gi"},
              "allocatable":{"kubernetes.io/batch-cpu":"1000"}}},
             {"metadata":{"name":"silent"},"status":{"capacity":{"cpu":"4","memory":"8Gi"}}}]}
            """;
    private static final String METRICS = """
            {"kind":"NodeMetricsList","apiVersion":"metrics.k8s.io/v1beta1","items":[
             {"metadata":{"name":"a"},"timestamp":"%s","window":"20s","usage":{"cpu":"1000m","memory":"2Gi"}},
             {"metadata":{"name":"b"},"timestamp":"%s","window":"20s","usage":{"cpu":"2","memory":"4Gi"}}]}
            """;

    private final AtomicInteger looks = new AtomicInteger();
    private final List<String> progress = new ArrayList<>();
    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private final KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder()
                    .withMasterUrl(apiServer.url())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
    private volatile int state = 200;
    private volatile int failsAt = -1;

    @AfterEach
    void close() {
        client.close();
        apiServer.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestURI().getPath().startsWith("/apis/metrics.k8s.io/")) {
            LoopbackServer.answer(exchange, 200, NODES);
            return;
        }
        int look = looks.getAndIncrement();
        // Each window is shown twice.
        Instant time = START.plusSeconds(30L * (look / 2));
        LoopbackServer.answer(exchange, look == failsAt ? 400 : state, METRICS.formatted(time, START));
    }

    private Recording watch(int most) {
        return new MetricsServerSource(client, progress::add).watch(most, time -> true, INTERVAL);
    }

    @Test
    void aWindowThatIsShownTwiceIsOneSample() {
        Recording recording = watch(6);

        NodeTrace a = recording.nodes().get(0);
        assertThat(recording.names()).containsExactly("a", "b");
        assertThat(Traces.epochSeconds(a))
                .containsExactly(START.getEpochSecond(), START.getEpochSecond() + 30, START.getEpochSecond() + 60);
        assertThat(Traces.cpuPercent(a)).containsOnly(25.0);
        assertThat(Traces.memoryPercent(a)).containsOnly(25.0);
        assertThat(Traces.epochSeconds(recording.nodes().get(1))).hasSize(1);
        assertThat(progress).first().asString().contains("2 nodes, 1 of 6 looks");
    }

    @Test
    void saysWhichNodesAreLeftOutAndWhereBatchWorkCounts() {
        assertThat(watch(1).notes())
                .anyMatch(note -> note.startsWith("left out") && note.endsWith("silent"))
                .anyMatch(note -> note.startsWith("batch work that runs counts as online") && note.endsWith("b"));
    }

    @Test
    void anEarlyEndKeepsWhatIsThere() {
        Recording recording =
                new MetricsServerSource(client, progress::add).watch(100, time -> looks.get() < 3, INTERVAL);

        assertThat(Traces.epochSeconds(recording.nodes().get(0))).hasSize(2);
        assertThat(looks).hasValue(3);
    }

    @Test
    void oneLookThatFailsIsMissed() {
        failsAt = 2;

        assertThat(Traces.epochSeconds(watch(5).nodes().get(0))).hasSize(3);
        assertThat(progress).anyMatch(line -> line.contains("does not answer"));
    }

    @Test
    void withoutMetricsServerItSaysSo() {
        state = 404;

        assertThatThrownBy(() -> watch(5))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("no metrics-server", "--prometheus");
    }

    @Test
    void thatMayNotBeReadIsNoMatterOfPatience() {
        state = 403;

        assertThatThrownBy(() -> watch(5)).isInstanceOf(KubernetesClientException.class);
        assertThat(looks).hasValue(1);
    }
}
