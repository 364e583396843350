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
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    private volatile IntPredicate fails = look -> false;
    private volatile int failure = 503;
    private volatile String metrics = METRICS;

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
        LoopbackServer.answer(exchange, fails.test(look) ? failure : state, metrics.formatted(time, START));
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

    /** Also 404, which an API server answers while it has lost sight of metrics-server, and 403 while a role is replaced. */
    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 500, 503})
    void anOutageInBetweenLosesOnlyWhatItHides(int code) {
        failure = code;
        fails = look -> look >= 2 && look < 12;

        Recording recording = watch(16);

        assertThat(Traces.epochSeconds(recording.nodes().get(0)))
                .containsExactly(START.getEpochSecond(), START.getEpochSecond() + 180, START.getEpochSecond() + 210);
        assertThat(recording.notes())
                .anyMatch(note ->
                        note.startsWith("metrics-server did not answer 10 of 16 looks, for 5 min at the longest"));
        assertThat(progress)
                .filteredOn(line -> line.contains("answer"))
                .hasSize(2)
                .satisfies(lines -> assertThat(lines.get(0)).contains("what was seen stays"))
                .satisfies(lines -> assertThat(lines.get(1)).contains("answers again, after 5 min"));
    }

    @Test
    void anOutageUntilTheEndKeepsWhatWasSeen() {
        fails = look -> look >= 4;

        assertThat(Traces.epochSeconds(watch(20).nodes().get(0))).hasSize(2);
        assertThat(looks).as("it may come back").hasValue(20);
    }

    @Test
    void aServerThatNeverAnswersIsNotWatchedForAnHour() {
        fails = look -> true;

        assertThatThrownBy(() -> watch(100)).isInstanceOf(KubernetesClientException.class);
        assertThat(looks).hasValue(3);
    }

    @Test
    void anOutageAtTheBeginningIsWaitedFor() {
        fails = look -> look < 2;

        assertThat(Traces.epochSeconds(watch(6).nodes().get(0))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"memory\":\"2Gi\"}", "{\"cpu\":\"-1\",\"memory\":\"2Gi\"}", "{\"cpu\":\"NaN\"}", "{}", "null"
            })
    void aSampleWithoutCpuIsAGapAndNotIdle(String usage) {
        metrics = METRICS.replace("{\"cpu\":\"1000m\",\"memory\":\"2Gi\"}", usage);

        Recording recording = watch(4);

        assertThat(recording.names()).containsExactly("b");
        assertThat(recording.notes())
                .anyMatch(note -> note.startsWith("samples without CPU, memory or a time are gaps, on a"))
                .anyMatch(note -> note.startsWith("left out") && note.endsWith("a, silent"));
    }

    @Test
    void aSampleWithoutMemoryHasItsCpu() {
        metrics = METRICS.replace(",\"memory\":\"2Gi\"", "");

        Recording recording = watch(4);

        assertThat(Traces.cpuPercent(recording.nodes().get(0))).containsOnly(25.0);
        assertThat(Traces.memoryPercent(recording.nodes().get(0))).containsOnly(Double.NaN);
    }

    @Test
    void aTimeThatCannotBeReadIsAGapOfItsNode() {
        metrics = METRICS.replaceFirst("%s", "yesterday").replace("%s", "%2$s");

        assertThat(watch(4).names()).containsExactly("b");
    }

    @Test
    void withoutCpuOfAnyNodeItSaysHowOftenItLooked() {
        metrics = METRICS.replace("cpu", "gpu");
        fails = look -> look == 3;

        assertThatThrownBy(() -> watch(5))
                .isInstanceOf(AnswerException.class)
                .hasMessage("metrics-server shows no CPU of any node in 5 looks, 1 of them without an answer");
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
