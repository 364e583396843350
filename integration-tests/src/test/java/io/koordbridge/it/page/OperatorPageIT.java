package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.operator.OperatorUnderTest;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Page, API and command line of the shipped yarn-operator, with a real ResourceManager and NodeManager behind it. */
class OperatorPageIT {
    private static final Deque<AutoCloseable> PARTS = new ArrayDeque<>();
    private static Chromium chromium;
    private static OperatorUnderTest operator;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        chromium = keep(Chromium.start());
        HadoopRuntime runtime = HadoopRuntime.hadoop35(ProjectLayout.find());
        ResourceManagerProcess resourceManager =
                keep(ResourceManagerProcess.launch(ResourceManagerOptions.of(runtime, directory.resolve("rm"))));
        NodeManagerProcess nodeManager = keep(NodeManagerProcess.start(
                resourceManager,
                NodeManagerOptions.of(runtime, directory.resolve("nm")).capacity(1024, 1)));
        EmbeddedApiServer apiServer = keep(new EmbeddedApiServer());
        try (KubernetesClient client = apiServer.newClient()) {
            NodeOnPage.create(client, nodeManager.nodeId());
        }
        operator = keep(OperatorUnderTest.start(
                directory,
                List.of("--api-server", apiServer.url()),
                resourceManager.clientConfiguration(),
                List.of("leaderElection.enabled=false", "lease.policy=static", "lease.times.newLeaderHoldOff=1s")));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(node().path("rmVcores").asLong())
                        .as("vcores of %s", node())
                        .isGreaterThan(1));
    }

    @AfterAll
    static void stop() throws Exception {
        while (!PARTS.isEmpty()) {
            PARTS.pop().close();
        }
    }

    @Test
    void showsTheNumbersOfTheRunningOperator() {
        try (Chromium.Window window = chromium.open(operator.url())) {
            window.page().waitForSelector("[data-node-row=" + NodeOnPage.NAME + "]");

            PageNumbers.awaitEqualBesidesAges(window.page(), operator.url());

            assertThat(window.complaints()).isEmpty();
            assertThat(window.requests())
                    .allMatch(address -> address.startsWith(operator.url().toString()));
            window.screenshots("operator");
        }
    }

    @Test
    void isGreenWhereTheOperatorHasData() {
        try (Chromium.Window window = chromium.open(operator.url())) {
            soon().untilAsserted(() -> {
                assertThat(window.health("leader")).isEqualTo("good this replica");
                assertThat(window.health("agents")).isEqualTo("good 1/1 report");
                assertThat(window.health("nodes")).isEqualTo("good 1/1 matched");
                assertThat(window.health("ledger")).isEqualTo("good holds");
            });
            assertThat(window.page().locator(".health[data-health^=rm-]").getAttribute("data-level"))
                    .isEqualTo("good");
        }
    }

    @Test
    void knowsWhatManagerAgentAndResourceManagerSaid() {
        JsonNode node = node();

        assertThat(node.path("originCpuMilli").asLong()).isEqualTo(6500);
        assertThat(node.path("podsCpuMilli").asLong()).isEqualTo(1500);
        assertThat(node.path("leaseVcores").asLong()).isEqualTo(3);
        assertThat(node.path("leaseMemoryMb").asLong()).isEqualTo(4096);
        assertThat(node.path("rmVcores").asLong()).isEqualTo(3);
        assertThat(node.path("prodCpuMilli").asLong()).isEqualTo(6500);
        assertThat(node.path("yarnUsageCpuMilli").asLong()).isEqualTo(800);
    }

    @Test
    void explainsItsNodeOnThePage() {
        try (Chromium.Window window = chromium.open(operator.url())) {
            window.page().locator("#node-table .node-name").click();

            Locator terms = window.page().locator("#drawer .terms tbody tr");
            soon().untilAsserted(() -> assertThat(terms.count()).isPositive());
            assertThat(terms.count())
                    .isEqualTo(operator.api()
                            .read("nodes/" + NodeOnPage.NAME + "/explain")
                            .path("terms")
                            .size());
        }
    }

    @Test
    void answersTheCommandLine(@TempDir Path directory) throws Exception {
        Launcher colo =
                new Launcher(directory, Map.of("COLO_OPERATOR", operator.url().toString()));

        assertThat(colo.run("status").out()).contains("leader", "LEADER", "batch origin", "6.5", "8Gi");
        assertThat(colo.run("nodes").out()).contains(NodeOnPage.NAME, "6.5/8Gi", "3/4Gi", "STEADY");
        assertThat(colo.run("ledger", "check").exitCode()).isZero();
        assertThat(colo.run("explain", "node", NodeOnPage.NAME, "--ask", "operator")
                        .exitCode())
                .isZero();
        assertThat(colo.run("explain", "node", "nobody", "--ask", "operator").exitCode())
                .isEqualTo(1);
    }

    private static JsonNode node() {
        return operator.api().read("nodes").path("nodes").path(0);
    }

    private static <T extends AutoCloseable> T keep(T part) {
        PARTS.push(part);
        return part;
    }

    private static ConditionFactory soon() {
        return Chromium.soon();
    }
}
