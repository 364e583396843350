package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.koordlet.yarn.StandInPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process beside a NodeManager plugin that answers what none should. */
@Tag("long")
class PluginFaultsIT {
    /** One moment as the machine's clock says it, which may be set between two looks; a round takes a second. */
    private static final Duration SAME = Duration.ofMillis(500);

    private static final String LATE = "no whole answer in time";
    private static final String WELL_AGAIN = "plugin answers well again";
    private static final String NODE = "{\"nodeId\":\"nm-1:8041\",\"capacity\":{\"vcores\":4,\"memoryMB\":4096}}";
    private static final String CONTAINERS = "{\"containers\":[{\"id\":\"container_1\",\"memoryMB\":512}]}";

    @TempDir
    private Path temp;

    private FakeCluster cluster;
    private SimulatedMachine machine;
    private StandInPlugin plugin;
    private KoordletProcess agent;
    private long recovered;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        cluster.createNode(SimulatedMachine.CPUS, "16Gi");
        cluster.createNodeMetric(60, 5);
        machine = new SimulatedMachine(temp.resolve("machine"));
        plugin = new StandInPlugin(Files.createDirectories(temp.resolve("yarn")).resolve("plugin.sock"));
        plugin.isWell(NODE, CONTAINERS);
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
                report: {minIntervalSeconds: 2, minAggregateSeconds: 2}
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/yarn, pollSeconds: 1}
                tier: {driver: cgroupfs}
                """.formatted(temp));
        agent = KoordletProcess.start(
                temp,
                List.of(
                        "--config",
                        config.toString(),
                        "--node-name",
                        FakeCluster.NODE,
                        "--api-server",
                        cluster.url(),
                        "--cgroup-root",
                        machine.cgroups().toString(),
                        "--proc-root",
                        machine.proc().toString(),
                        "--sys-root",
                        machine.sys().toString()));
    }

    @AfterEach
    void end() {
        agent.close();
        plugin.close();
        machine.close();
        cluster.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(100));
    }

    @Test
    void namesEachBadAnswerOnceKeepsTheLastGoodOneAndGoesOnByItself() throws IOException {
        soon().untilAsserted(this::assertWell);
        recovered = recoveries();

        plugin.answers("/v2/containers", 200, "{\"containers\":[{\"id\":\"container_1\",\"memoryMB\":-512}]}");
        awaitTrouble("GET /v2/containers: containers[0].memoryMB = -512: want a whole number from 0 to 1073741824");
        plugin.answers("/v2/containers", 200, CONTAINERS);
        awaitWellAgain();

        plugin.answers("/v2/containers", 200, "{\"containers\":\"many\"}");
        awaitTrouble("GET /v2/containers: containers = \"many\": want a list");
        plugin.answers("/v2/containers", 200, "<html>no JSON</html>");
        awaitTrouble("GET /v2/containers: answer = '<html>no JSON</html>': want a JSON object of at most 80000 tokens");
        plugin.answers("/v2/containers", 500, "");
        awaitTrouble("GET /v2/containers: status = 500: want 200");
        plugin.answers("/v2/containers", 200, CONTAINERS);
        awaitWellAgain();

        plugin.answers("/v2/node", 200, "x".repeat(5 << 20));
        awaitTrouble("GET /v2/node: the answer is longer than 524288 bytes");
        plugin.isWell(NODE, CONTAINERS);
        awaitWellAgain();
        plugin.answers("/v2/node", 200, "{\"degraded\":[" + "{},".repeat(170_000) + "{}]}");
        awaitTrouble("{},{...': want a JSON object of at most 80000 tokens");
        plugin.isWell(NODE, CONTAINERS);
        awaitWellAgain();

        plugin.hangs("/v2/containers");
        awaitTrouble("GET /v2/containers: " + LATE);
        plugin.says("/health", "\u0000\u0001\u0002 garbage");
        awaitTrouble("GET /health: the answer is not HTTP");
        plugin.isWell(NODE, CONTAINERS);
        awaitWellAgain();

        assertThat(agent.json("/healthcheck").path("healthy").asBoolean()).isTrue();
        assertThat(agent.state().at("/usage/sampleAt").asText()).isNotEmpty();
    }

    /** Told in exactly one line and one event while several rounds pass; what was known before stays. */
    private void awaitTrouble(String problem) throws IOException {
        soon().untilAsserted(() -> assertThat(yarn().path("trouble").asText()).endsWith(problem));
        Instant saidAt = saidAt();
        await().during(Duration.ofMillis(2500)).untilAsserted(() -> {
            assertThat(saidAt()).isCloseTo(saidAt, within(SAME.toMillis(), ChronoUnit.MILLIS));
            assertThat(yarn().path("containers").asInt()).isEqualTo(1);
            assertThat(yarn().at("/node/capacity/memoryMB").asLong()).isEqualTo(4096);
        });
        // An answer that a loaded machine made late in between is another trouble, after which this one is told again.
        List<String> lines = linesSinceItWasWell();
        assertThat(lines.stream().filter(line -> line.endsWith(problem)).count())
                .as(agent.log())
                .isBetween(1L, 1 + (problem.endsWith(LATE) ? 0 : late(lines)));
        soon().untilAsserted(() -> assertThat(events())
                .filteredOn(event -> event.getMessage().endsWith(problem))
                .singleElement()
                .satisfies(
                        event -> assertThat(event.getInvolvedObject().getName()).isEqualTo(FakeCluster.NODE)));
    }

    /** Said in exactly one line since it was well before, however often a loaded machine made the plugin late until then. */
    private void awaitWellAgain() throws IOException {
        Instant saidAt = saidAt();
        soon().untilAsserted(() -> {
            assertWell();
            assertThat(saidAt()).isAfter(saidAt.plus(SAME));
            assertThat(recoveries()).isBetween(recovered + 1, recovered + 1 + late(lines()));
        });
        recovered = recoveries();
    }

    private List<String> linesSinceItWasWell() throws IOException {
        List<String> lines = lines();
        int from = 0;
        for (int i = 0; i < lines.size(); i++) {
            from = lines.get(i).contains(WELL_AGAIN) ? i : from;
        }
        return lines.subList(from, lines.size());
    }

    private List<String> lines() throws IOException {
        return agent.log().lines().toList();
    }

    private static long late(List<String> lines) {
        return lines.stream().filter(line -> line.endsWith(LATE)).count();
    }

    private void assertWell() {
        assertThat(yarn().path("trouble").isNull()).isTrue();
        assertThat(yarn().path("saidAt").asText()).isNotEmpty().isNotEqualTo("null");
    }

    private long recoveries() throws IOException {
        return agent.log().lines().filter(line -> line.contains(WELL_AGAIN)).count();
    }

    private Instant saidAt() {
        return Instant.parse(yarn().path("saidAt").asText());
    }

    private JsonNode yarn() {
        return agent.state().path("yarn");
    }

    private List<Event> events() {
        return cluster.client().v1().events().inAnyNamespace().list().getItems();
    }
}
