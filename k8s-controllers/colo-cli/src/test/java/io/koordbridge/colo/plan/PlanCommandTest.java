package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.colo.plan.prometheus.FakePrometheus;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {
    private static final String NODES = """
            {"kind":"NodeList","apiVersion":"v1","items":[
             {"metadata":{"name":"even","labels":{"pool":"x"}},"status":{"capacity":{"cpu":"4","memory":"8Gi"}}},
             {"metadata":{"name":"bursty"},"status":{"capacity":{"cpu":"4","memory":"8Gi"}}}]}
            """;
    private static final String METRICS = """
            {"kind":"NodeMetricsList","apiVersion":"metrics.k8s.io/v1beta1","items":[
             {"metadata":{"name":"even"},"timestamp":"%s","window":"20s","usage":{"cpu":"1","memory":"2Gi"}}]}
            """;

    @TempDir
    private Path directory;

    private Path trace;

    /** An even node, and one that bursts every hour for ten minutes. */
    @BeforeEach
    void write() throws IOException {
        StringBuilder lines = new StringBuilder("node,seconds,cpu_percent,memory_percent\n");
        for (int minute = 0; minute < 1_440; minute++) {
            lines.append("even,%d,20,30\n".formatted(60 * minute));
            lines.append("bursty,%d,%d,30\n".formatted(60 * minute, minute % 60 >= 50 ? 60 : 20));
        }
        trace = Files.writeString(directory.resolve("use.csv"), lines);
    }

    private Run plan(String... more) {
        String[] line = new String[more.length + 3];
        line[0] = "plan";
        line[1] = "--trace";
        line[2] = trace.toString();
        System.arraycopy(more, 0, line, 3, more.length);
        return Run.with(Map.of(), line);
    }

    private static JsonNode json(Run run) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void saysWhatATraceWouldOffer() throws IOException {
        JsonNode total = json(plan("-o", "json")).path("total");

        assertThat(total.path("nodes").asInt()).isEqualTo(2);
        assertThat(total.path("milliCpu").asLong()).isEqualTo(128_000);
        assertThat(total.path("utilizationBeforePercent").asDouble()).isBetween(23.0, 24.0);
        assertThat(total.path("offeredPercent").asDouble()).isBetween(30.0, 40.0);
        assertThat(total.path("shortMinutesPercent").asDouble()).isGreaterThan(0.1);
        assertThat(total.path("evictionEpisodesPerNodeDay").isNumber()).isTrue();
        assertThat(total.path("oracleSharePercent").isNumber()).isTrue();
    }

    @Test
    void comparesSettings() throws IOException {
        JsonNode plan = json(plan(
                "-o",
                "json",
                "--set",
                "cpuReclaimThresholdPercent=40",
                "--set",
                "cpuReclaimThresholdPercent=70,cpuSuppressThresholdPercent=75"));

        JsonNode settings = plan.at("/total/settings");
        assertThat(settings).hasSize(3);
        double defaults = settings.at("/0/offeredPercent").asDouble();
        assertThat(settings.at("/1/offeredPercent").asDouble()).isLessThan(defaults - 15);
        assertThat(settings.at("/2/offeredPercent").asDouble()).isGreaterThan(defaults + 5);
        assertThat(plan.path("setting").asText()).isEqualTo("cpuReclaimThresholdPercent=40");
        assertThat(plan.at("/values/sloControllerConfig/data/colocation-config/cpuReclaimThresholdPercent")
                        .asInt())
                .isEqualTo(40);
    }

    @Test
    void suppressionThatLeavesLessDeliversLess() throws IOException {
        JsonNode settings = json(plan("-o", "json", "--set", "cpuSuppressThresholdPercent=50"))
                .at("/total/settings");

        assertThat(settings.at("/1/deliveredPercent").asDouble())
                .isLessThan(settings.at("/0/deliveredPercent").asDouble() - 5);
        assertThat(settings.at("/1/offeredPercent").asDouble())
                .isEqualTo(settings.at("/0/offeredPercent").asDouble());
    }

    @Test
    void anAcceptedRiskIsAColumnWithFewerShortMinutes() throws IOException {
        JsonNode plan = json(plan("-o", "json", "--risk", "0.1%"));

        assertThat(plan.path("setting").asText()).isEqualTo("risk 0.1 %");
        assertThat(plan.at("/total/shortMinutesPercent").asDouble())
                .isLessThan(plan.at("/total/settings/0/shortMinutesPercent").asDouble() / 2);
        assertThat(plan.at("/total/offeredPercent").asDouble()).isPositive();
        assertThat(plan.at("/values/sloControllerConfig/data/colocation-config/riskPercent")
                        .asDouble())
                .isEqualTo(0.1);
    }

    @Test
    void printsATableAndTheValues() {
        Run run = plan();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("all: 2 nodes, 128 cores, 512Gi, 2.0 node-days of samples\nFIGURE")
                .contains(
                        "\nshort minutes  ",
                        "\nequals nodes  ",
                        "Values of the chart for defaults:\n  colocation:\n    enabled: true")
                .contains("From " + trace, "--node-cores");
    }

    @Test
    void writesAPageAndTheTrace() throws IOException {
        Path page = directory.resolve("plan.html");
        Path saved = directory.resolve("saved.csv.gz");

        Run run = plan("--page", page.toString(), "--save-trace", saved.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(page).content().contains("worst node: bursty", "best node: even", "<svg", "class=\"short\"");
        Run again = Run.with(Map.of(), "plan", "--trace", saved.toString());
        assertThat(again.out().replace(saved.toString(), trace.toString())).isEqualTo(run.out());
    }

    @Test
    void readsAPrometheus() throws IOException {
        try (FakePrometheus prometheus = new FakePrometheus().exporter("\"node\":\"a\"", time -> 1)) {
            Run run = Run.with(Map.of(), "plan", "--prometheus", prometheus.url(), "--from", "6h", "-o", "json");

            assertThat(json(run).at("/total/milliCpu").asLong()).isEqualTo(4_000);
            assertThat(json(run).at("/total/utilizationBeforePercent").asDouble())
                    .isEqualTo(25);
            assertThat(run.err()).contains("colo: Prometheus at", "node exporter: 100 %");
        }
    }

    @Test
    void watchesMetricsServerAndPutsNodesIntoPools() throws IOException {
        try (LoopbackServer apiServer = new LoopbackServer(PlanCommandTest::answer)) {
            Path kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
            Map<String, String> environment = Map.of("KUBECONFIG", kubeconfig.toString());

            Run watched = Run.with(environment, "plan", "--metrics-server", "--for", "15s", "--poll", "15s");
            Run pooled =
                    Run.with(environment, "plan", "--trace", trace.toString(), "--pool-label", "pool", "-o", "json");

            assertThat(watched.err()).contains("metrics-server: 1 nodes, 1 of 1 looks");
            assertThat(watched.err())
                    .contains(
                            "metrics-server shows too little to plan with: 1 sample of 1 node, and two of a node at most 15 minutes apart are needed");
            assertThat(watched.exitCode()).isEqualTo(3);
            assertThat(json(pooled).path("pools").findValuesAsText("name")).containsExactly("none", "x");
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        boolean metrics = exchange.getRequestURI().getPath().startsWith("/apis/metrics.k8s.io/");
        LoopbackServer.answer(exchange, 200, metrics ? METRICS.formatted(Instant.now()) : NODES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plan | Where is the use of nodes recorded? --prometheus URL, --metrics-server or --trace FILE",
                "plan --metrics-server --trace x | Only one source at a time",
                "plan --trace nothing.csv | nothing.csv: cannot be read",
                "plan --trace x --node-cores 0 | '--node-cores': '0' is no number of cores from 0.1 to 100k",
                "plan --trace x --node-cores -4 | no number of cores",
                "plan --trace x --node-cores NaN | no number of cores",
                "plan --trace x --node-cores 1e30 | no number of cores",
                "plan --trace x --node-cores= | no number of cores",
                "plan --trace x --node-memory 500m | '--node-memory': '500m' is no memory from 1Mi to 1Pi",
                "plan --trace x --node-memory 9E | no memory from 1Mi to 1Pi",
                "plan --trace x --node-memory -1Gi | no memory",
                "plan --trace x --node-memory= | no memory",
                "plan --trace x --pool-label a/b/c | no name of a label",
                "plan --trace x --pool-label= | no name of a label",
                "plan --prometheus http://p --from -1h | no time such as",
                "plan --prometheus http://p --from 999999d | one step to 90d",
                "plan --prometheus http://p --step 0s | 1s to 10m",
                "plan --prometheus http://p --step NaN | no time such as",
                "plan --prometheus http://p --node-label a-b | no name of a label",
                "plan --metrics-server --for -5m | 1s to 24h",
                "plan --metrics-server --for= | 1s to 24h",
                "plan --trace x --risk NaN | 0.1% to 20%",
                "plan --trace x --risk -1% | 0.1% to 20%",
                "plan --trace x --risk 1% --risk 2% | should be specified only once",
                "plan --trace x --set cpuReclaimThresholdPercent= | FIELD=VALUE",
                "plan --trace x --set cpuReclaimThresholdPercent=NaN | whole number",
                "plan --trace x --set cpuReclaimThresholdPercent=-5 | >= 0",
                "plan --trace x --set cpuReclaimThresholdPercent=1e999999999 | whole number",
                "plan --trace x --set cpuReclaimThresholdPercent.x=5 | cpuReclaimThresholdPercent",
                "plan --trace x --set a..b=5 | FIELD=VALUE",
                "plan --trace x --set no.such=5 | no",
                "plan --trace x --set cpuSuppresThresholdPercent=50 | did you mean cpuSuppressThresholdPercent?",
                "plan --trace x --set cpuReclaimThresholdPercent=60,cpuReclaimThresholdPercent=70 | is there twice",
                "plan --trace x --set cpuReclaimThresholdPercent=60 --set cpuReclaimThresholdPercent=60 | is there already",
                "plan --trace x --risk 1% --set riskPercent=1 | is there already",
                "plan --trace x --set enable=false | colocation is on in every plan",
                "plan --trace x --set nodeConfigs=[] | the same setting for all nodes",
                "plan --trace x --page same --save-trace ./same | --page and --save-trace name the same file",
                "plan --metrics-server --poll 5s | 15s to 60s",
                "plan --metrics-server --for 25h | 1s to 24h",
                "plan --trace x --for 1h | --for is only for --metrics-server, not for --trace",
                "plan --trace x --step 30s | --step is only for --prometheus, not for --trace",
                "plan --prometheus http://p --node-cores 8 | --node-cores is only for --trace, not for --prometheus",
                "plan --metrics-server --subtract-best-effort | only for --prometheus, not for --metrics-server",
                "plan --prometheus prometheus:9090 | is no address",
                "plan --prometheus http://p --from 100d | one step to 90d",
                "plan --trace x --risk 50% | 0.1% to 20%",
                "plan --trace x --set degradeTimeMinutes=0 | >= 1",
                "plan --trace x --set cpuReclaimThreshold=70 | did you mean cpuReclaimThresholdPercent?",
                "plan --trace x --set cpuReclaimThresholdPercent | FIELD=VALUE",
                "plan --trace x --set riskPercent=1,cpuUsageEstimate=p95 | cpuUsageEstimate",
                "plan --trace x --set riskPercent=30 | riskPercent",
                "plan --trace x --page /no/such/place.html | --page /no/such/place.html: not a file that can be written",
                "plan --trace x -o name | -o name is for"
            })
    void whatIsWrongByItselfIsSaidBeforeAnythingIsRead(String line, String words) {
        Run run = Run.with(Map.of(), line.split(" "));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(words);
    }

    @Test
    void aClusterThatIsNeededAndNotKnownIsSaid() {
        assertThat(plan("--pool-label", "pool").exitCode()).isEqualTo(3);
        assertThat(Run.with(Map.of(), "plan", "--metrics-server").exitCode()).isEqualTo(3);
    }

    @Test
    void helpShowsExamples() {
        assertThat(Run.colo("plan", "--help").out())
                .contains("Examples:", "colo plan --prometheus http://prometheus.monitoring:9090", "--risk 1%\n");
    }
}
