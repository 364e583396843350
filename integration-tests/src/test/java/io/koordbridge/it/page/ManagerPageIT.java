package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.it.manager.ManagerUnderTest;
import io.koordbridge.it.operator.OperatorApi;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.FreePorts;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the shipped koord-manager in a real browser, with a real API server behind it. */
class ManagerPageIT {
    private static final String GOOD =
            "{\"enable\": true, \"metricReportIntervalSeconds\": 3600, \"nodeConfigs\": [{\"name\": \"spare\","
                    + " \"nodeSelector\": {\"matchLabels\": {\"pool\": \"spare\"}}, \"cpuReclaimThresholdPercent\": 70}]}";
    private static final List<String> AMOUNTS = List.of("capacity", "online", "origin", "thirdParty", "batch", "mid");
    private static final List<String> AGES = List.of("metricAgeSeconds", "lastWriteSeconds");
    private static final double AGE_TOLERANCE_SECONDS = 8;

    private static final Deque<AutoCloseable> PARTS = new ArrayDeque<>();
    private static Chromium chromium;
    private static RealControlPlane controlPlane;
    private static ManagerCluster cluster;
    private static ManagerUnderTest manager;

    @TempDir
    private static Path directory;

    private Chromium.Window window;
    private Page page;

    @BeforeAll
    static void start() throws Exception {
        chromium = keep(Chromium.start());
        controlPlane = ControlPlaneGate.share();
        cluster = new ManagerCluster(controlPlane);
        cluster.configure(GOOD);
        manager = keep(ManagerUnderTest.start(
                "koord-manager-page", controlPlane.kubeconfig(), directory.resolve("a"), FreePorts.find(3)));
        cluster.report(
                cluster.newNode(
                        "worker-1",
                        Map.of(
                                "node.koordinator.sh/memory-protection",
                                "off: feature gate BEMemoryEvict is off",
                                "node.koordinator.sh/thirdPartyAllocations",
                                "{\"allocations\": [{\"name\": \"hadoop-yarn\", \"priority\": \"koord-batch\", \"resources\":"
                                        + " {\"kubernetes.io/batch-cpu\": \"4000\", \"kubernetes.io/batch-memory\": \"1Gi\"}}]}")),
                2_000);
        cluster.report(cluster.newNode("worker-2"), 1_000);
        cluster.newNode("worker-3");
        cluster.newNode("worker-4", Map.of("node.koordinator.sh/colocation-strategy", "{\"enable\": false}"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> cluster.batchMilliCpu("worker-1") > 0 && cluster.batchMilliCpu("worker-2") > 0);
        // A little more, which nobody depends on: it waits.
        cluster.report("worker-2", 900);
    }

    @AfterAll
    static void stop() throws Exception {
        while (!PARTS.isEmpty()) {
            PARTS.pop().close();
        }
    }

    @BeforeEach
    void open() {
        window = chromium.open(manager.url());
        page = window.page();
        soon().untilAsserted(
                        () -> assertThat(page.locator(PageScene.FIRST_COLUMN).allTextContents())
                                .contains("worker-1", "worker-2", "worker-3", "worker-4"));
    }

    @AfterEach
    void close() {
        window.close();
    }

    @Test
    void showsEveryAmountAsTheApiHasIt() {
        soon().untilAsserted(() -> {
            List<ShownNumber> expected = expected();
            assertThat(ShownNumber.of(page).stream()
                            .filter(number -> number.group().startsWith("node "))
                            .filter(number -> !AGES.contains(number.field())))
                    .containsExactlyInAnyOrderElementsOf(expected);
        });
        soon().untilAsserted(() -> assertThat(agesThatDiffer()).isEmpty());
        assertThat(window.complaints()).isEmpty();
        assertThat(window.requests())
                .allMatch(address -> address.startsWith(manager.url().toString()));
        window.screenshots("manager");
    }

    @Test
    void isReadableForAllAndOnANarrowScreen() {
        assertThat(Accessibility.of(page).violations()).isEmpty();

        page.setViewportSize(360, 740);
        assertThat(window.overflow()).isLessThanOrEqualTo(0);
        page.locator(PageScene.FIRST_COLUMN).first().click();
        page.waitForSelector("[data-why='kubernetes.io/batch-cpu'] .sum");

        assertThat(window.overflow()).isLessThanOrEqualTo(0);
        assertThat(Accessibility.of(page).violations()).isEmpty();
    }

    @Test
    void isDownloadedForSpreadsheets() throws Exception {
        page.locator("#filter-text").fill("worker-4");

        Download file = page.waitForDownload(() -> {
            page.waitForSelector("#node-csv[href*=worker-4]");
            page.locator("#node-csv").click();
        });

        assertThat(Files.readAllLines(file.path()))
                .hasSize(2)
                .first()
                .isEqualTo(
                        "name,state,reason,capacityCpuMilli,capacityMemoryBytes,onlineCpuMilli,onlineMemoryBytes,"
                                + "originCpuMilli,originMemoryBytes,thirdPartyCpuMilli,thirdPartyMemoryBytes,batchCpuMilli,"
                                + "batchMemoryBytes,midCpuMilli,midMemoryBytes,metricAgeSeconds,lastWriteSeconds,dueAt,problems");
        assertThat(Files.readAllLines(file.path())).last().asString().startsWith("worker-4,OFF,");
    }

    @Test
    void saysOfEachNodeWhatItShowsAndWhy() {
        soon().untilAsserted(() -> {
            assertThat(state("worker-1")).isEqualTo("published ");
            assertThat(state("worker-2")).startsWith("held back The change is small and waits. Due at ");
            assertThat(state("worker-3")).isEqualTo("nothing The agent has never reported.");
            assertThat(state("worker-4")).isEqualTo("off Colocation is off.");
        });
        assertThat(health("leader")).isEqualTo("good this replica");
        assertThat(health("nodes")).matches("warn \\d/\\d offer");
        assertThat(health("configuration")).isEqualTo("good in force");
        assertThat(health("protection")).matches("(warn|bad) CPU: o(n|ff), memory: off");
    }

    @Test
    void takesANodeApartLineByLineAsTheApiHasIt() {
        page.locator(PageScene.FIRST_COLUMN).first().click();
        page.waitForSelector("[data-why='kubernetes.io/batch-cpu'] .sum");

        JsonNode sums = api("nodes/worker-1/explain").path("sums");
        for (JsonNode sum : sums) {
            Locator section = page.locator("[data-why='" + sum.path("resource").asText() + "']");
            if (sum.path("steps").isEmpty()) {
                assertThat(section.count()).isZero();
                continue;
            }
            assertThat(section.locator("tr:not(.part-of) .amount[data-value]")
                            .evaluateAll("all => all.map(e => e.dataset.value)"))
                    .isEqualTo(valuesOf(sum.path("steps")));
            assertThat(section.locator(".verdict").textContent()).isEqualTo("The node shows it.");
        }
        assertThat(page.url()).endsWith("#node/worker-1");
        assertThat(page.locator("[data-why='kubernetes.io/batch-cpu'] [data-step='third parties'] .amount")
                        .first()
                        .textContent())
                .isEqualTo("4");
        assertThat(window.complaints()).isEmpty();
        window.screenshots("manager-node");
    }

    @Test
    void drawsEachLineFromWhatWasLeftBeforeToWhatIsLeftAfter() {
        page.navigate(manager.url() + "#node/worker-1");
        page.reload();
        page.waitForSelector("[data-why='kubernetes.io/batch-cpu'] .sum");

        Locator cpu = page.locator("[data-why='kubernetes.io/batch-cpu']");
        double capacityEnd = right(cpu, "capacity");
        double marginStart = left(cpu, "margin");
        double systemStart = left(cpu, "system");

        assertThat(right(cpu, "margin")).isEqualTo(capacityEnd, PageScene.within(2));
        assertThat(right(cpu, "system")).isEqualTo(marginStart, PageScene.within(2));
        assertThat(right(cpu, "left for batch")).isEqualTo(systemStart, PageScene.within(2));
        assertThat(left(cpu, "left for batch")).isEqualTo(left(cpu, "capacity"), PageScene.within(2));
    }

    @Test
    void followsANodeThatIsOpen() {
        cluster.report(cluster.newNode("worker-5"), 1_000);
        await().atMost(Duration.ofSeconds(30)).until(() -> cluster.batchMilliCpu("worker-5") == 8_600);
        page.navigate(manager.url() + "#node/worker-5");
        page.reload();
        String last = "[data-why='Last changes'] [data-resource='kubernetes.io/batch-cpu'] .amount";
        soon().untilAsserted(() ->
                assertThat(page.locator(last).first().textContent()).endsWith("→ 8.6"));

        cluster.report("worker-5", 5_000);

        soon().untilAsserted(() ->
                assertThat(page.locator(last).first().textContent()).isEqualTo("8.6 → 4.6"));
        page.locator(".close").click();
        assertThat(page.locator("#drawer").isVisible()).isFalse();
        assertThat(page.url()).doesNotContain("#");
    }

    @Test
    void isPrintedByTheCommandLine() throws Exception {
        Launcher.Result table = new Launcher(
                        directory, Map.of("COLO_MANAGER", manager.url().toString()))
                .run("capacity", "--state", "published,nothing,off");

        assertThat(table.err()).isEmpty();
        assertThat(table.exitCode()).isZero();
        assertThat(table.out())
                .containsPattern("worker-1 +16/64Gi +2/4Gi +7.6/37.6Gi +4/1Gi +3.6/36.6Gi")
                .containsPattern("worker-3 .* NOTHING +no report of an agent")
                .containsPattern("worker-4 .* OFF +COLOCATION_DISABLED")
                .doesNotContain("worker-2");
    }

    @Test
    void tellsWhyANodeOffersNothing() {
        page.navigate(manager.url() + "#node/worker-3");
        page.reload();

        soon().untilAsserted(() -> assertThat(
                        page.locator("[data-reason=NODE_METRIC_NEVER_REPORTED]").textContent())
                .startsWith("Nothing of kubernetes.io/batch-cpu, kubernetes.io/batch-memory")
                .endsWith("The agent has never reported."));
    }

    @Test
    void sumsTheNodesThatWereCalculated() {
        soon().untilAsserted(() -> {
            JsonNode nodes = api("nodes").path("nodes");
            long shared = 0;
            long given = 0;
            long online = 0;
            for (JsonNode node : nodes) {
                shared += node.path("originCpuMilli").asLong();
                given += node.path("batchCpuMilli").asLong()
                        + node.path("thirdPartyCpuMilli").asLong();
                online += node.path("onlineCpuMilli").asLong();
            }
            assertThat(total("originCpuMilli")).isEqualTo(shared);
            assertThat(total("onlineCpuMilli")).isEqualTo(online);
            assertThat(total("capacityCpuMilli")).isEqualTo(given + online + total("marginCpuMilli"));
        });
    }

    private long total(String field) {
        return Long.parseLong(
                page.locator("#cluster [data-field=" + field + "]").first().getAttribute("data-value"));
    }

    @Test
    void fitsTheWidthOfAPhone() {
        try (Chromium.Window phone = chromium.open(manager.url(), 390, 844)) {
            phone.page().waitForSelector(PageScene.FIRST_COLUMN);

            assertThat(phone.overflow()).isLessThanOrEqualTo(0);
            phone.screenshots("manager-phone");
        }
    }

    @Test
    void leadsToTheNodesWithoutAmounts() {
        page.locator("[data-health=nodes]").click();

        soon().untilAsserted(
                        () -> assertThat(page.locator(PageScene.FIRST_COLUMN).allTextContents())
                                .containsExactly("worker-3"));
    }

    @Test
    void namesTextsOfTheConfigMapThatAreNotInForce() {
        cluster.configure(GOOD.replace("70", "-70"));
        try {
            soon().untilAsserted(() -> assertThat(health("configuration")).isEqualTo("warn 1 problem"));
            assertThat(page.locator("#problems").textContent()).contains("cpuReclaimThresholdPercent", "-70");
        } finally {
            cluster.configure(GOOD);
        }
        soon().untilAsserted(() -> assertThat(health("configuration")).isEqualTo("good in force"));
    }

    @Test
    void ofAReplicaThatDoesNotLeadNamesTheOneThatDoes() {
        try (ManagerUnderTest standby = ManagerUnderTest.start(
                        "koord-manager-standby", controlPlane.kubeconfig(), directory.resolve("b"), FreePorts.find(3));
                Chromium.Window other = chromium.open(standby.url())) {
            String leader = api("status").path("holder").asText();
            String pod = leader.substring(0, leader.indexOf('_'));

            soon().untilAsserted(() -> assertThat(
                            other.page().locator("[data-health=leader]").textContent())
                    .contains("standby", "; " + pod + " calculates"));
            assertThat(standby.explain("worker-1").body()).contains("does not lead; ask " + pod + "\"");
            assertThat(other.page().locator("#node-empty").textContent())
                    .endsWith("Ask " + pod + ": kubectl -n koordinator-system port-forward pod/" + pod + " 8080.");
        }
    }

    private static JsonNode api(String part) {
        return new OperatorApi(manager.url()).read(part);
    }

    private static List<ShownNumber> expected() {
        List<ShownNumber> all = new ArrayList<>();
        for (JsonNode node : api("nodes").path("nodes")) {
            String group = "node " + node.path("name").asText();
            all.add(ShownNumber.word(group, "state", node.path("state")));
            for (String amount : AMOUNTS) {
                for (String unit : List.of("CpuMilli", "MemoryBytes")) {
                    all.add(ShownNumber.expected(group, amount + unit, node.path(amount + unit)));
                }
            }
        }
        return all;
    }

    /** An age is another one at each read: it has to be known where the API knows it, and near. */
    private List<String> agesThatDiffer() {
        List<String> wrong = new ArrayList<>();
        List<ShownNumber> shown = ShownNumber.of(page);
        for (JsonNode node : api("nodes").path("nodes")) {
            for (String field : AGES) {
                ShownNumber age = shown.stream()
                        .filter(number -> number.group()
                                .equals("node " + node.path("name").asText()))
                        .filter(number -> number.field().equals(field))
                        .findFirst()
                        .orElseThrow();
                boolean same = node.path(field).isNull()
                        ? age.raw().isEmpty()
                        : Math.abs(node.path(field).asDouble() - Double.parseDouble(age.raw())) < AGE_TOLERANCE_SECONDS;
                if (!same) {
                    wrong.add(age + " for " + node.path(field));
                }
            }
        }
        return wrong;
    }

    private static List<String> valuesOf(JsonNode steps) {
        List<String> values = new ArrayList<>();
        steps.forEach(step -> values.add(new BigDecimal(step.path("value").asText()).toPlainString()));
        return values;
    }

    private String state(String node) {
        Locator row = page.locator("[data-node-row=" + node + "]");
        return row.locator(".chip").textContent() + " "
                + row.locator(".reason").first().textContent();
    }

    private String health(String part) {
        return window.health(part);
    }

    private static double left(Locator sum, String step) {
        return sum.locator("[data-step='" + step + "'] rect").first().boundingBox().x;
    }

    private static double right(Locator sum, String step) {
        return left(sum, step)
                + sum.locator("[data-step='" + step + "'] rect").first().boundingBox().width;
    }

    private static <T extends AutoCloseable> T keep(T part) {
        PARTS.push(part);
        return part;
    }

    private static ConditionFactory soon() {
        return Chromium.soon();
    }
}
