package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page in front of a large cluster whose values change as in a real one: the age of each report every second, a tenth of the
 * nodes with new measurements. Prints what it costs. Bytes have the bound of the specification, times wide ones: machines are busy.
 */
class PageScaleIT {
    private static final Logger LOG = LoggerFactory.getLogger(PageScaleIT.class);
    private static final int SECONDS = 8;
    private static final String[] AMOUNTS = {
        "originCpuMilli",
        "originMemoryBytes",
        "podsCpuMilli",
        "podsMemoryBytes",
        "leaseVcores",
        "leaseMemoryMb",
        "leaseCpuMilli",
        "leaseMemoryBytes",
        "rmVcores",
        "rmMemoryMb",
        "usedVcores",
        "usedMemoryMb",
        "usedCpuMilli",
        "usedMemoryBytes",
        "freeCpuMilli",
        "freeMemoryBytes",
        "prodCpuMilli",
        "prodMemoryBytes",
        "yarnUsageCpuMilli",
        "yarnUsageMemoryBytes"
    };

    private static Chromium chromium;

    @BeforeAll
    static void start() {
        chromium = Chromium.start();
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 5_000})
    void costsLittleHoweverManyNodesThereAre(int nodes) {
        try (PageServer server = new PageServer(PageScaleIT.changing(nodes))) {
            // What browser and server do only once is no part of the figures.
            try (Chromium.Window first = chromium.open(server.url())) {
                first.page().waitForSelector(PageScene.FIRST_COLUMN);
            }
            long opened = System.nanoTime();
            try (Chromium.Window window = chromium.open(server.url())) {
                Page page = window.page();
                page.waitForSelector(PageScene.FIRST_COLUMN);
                double firstView = (System.nanoTime() - opened) / 1e9;
                assertThat(page.locator("#node-count").textContent()).isEqualTo(String.valueOf(nodes));
                assertThat(page.locator(PageScene.FIRST_COLUMN).count()).isEqualTo(100);

                CDPSession devTools = window.context().newCDPSession(page);
                devTools.send("Performance.enable");
                page.waitForTimeout(2_000);
                double busy = busySeconds(devTools);
                long bytes = server.streamedBytes();
                int events = server.events();
                page.waitForTimeout(SECONDS * 1_000);
                double busyMillis = (busySeconds(devTools) - busy) * 1_000 / SECONDS;
                double kilobytes = (server.streamedBytes() - bytes) / 1_000.0 / SECONDS;

                LOG.info(
                        "page with {} nodes: first view {} s, {} kB/s, {} ms of script, layout and painting a second",
                        nodes,
                        firstView,
                        kilobytes,
                        busyMillis);
                assertThat(server.events() - events).isGreaterThanOrEqualTo(SECONDS / 2);
                assertThat(kilobytes).isPositive().isLessThan(20);
                assertThat(firstView).isLessThan(6);
                assertThat(busyMillis).isPositive().isLessThan(250);
                assertThat(window.complaints()).isEmpty();
            }
        }
    }

    private static double busySeconds(CDPSession devTools) {
        for (var metric : devTools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            JsonObject one = metric.getAsJsonObject();
            if (one.get("name").getAsString().equals("TaskDuration")) {
                return one.get("value").getAsDouble();
            }
        }
        throw new AssertionError("the browser has no TaskDuration");
    }

    private static PageServer.Scene changing(int count) {
        ObjectMapper json = new ObjectMapper();
        ObjectNode scene = PageServer.recorded("steady");
        ArrayNode nodes = json.createArrayNode();
        ArrayNode rows = json.createArrayNode();
        for (int i = 0; i < count; i++) {
            ObjectNode node = nodes.addObject()
                    .put("name", "worker-" + i)
                    .put("cluster", "default")
                    .put("nodeId", "worker-" + i + ":8041")
                    .put("state", "STEADY")
                    .put("reason", "lease follows the plan")
                    .put("verdict", "OK")
                    .put("metricAgeSeconds", 0);
            for (String amount : AMOUNTS) {
                node.put(amount, amount.endsWith("Bytes") ? (i + 1L) << 28 : 1_000L + i);
            }
            for (String resource : new String[] {"cpu", "memory"}) {
                rows.addObject()
                        .put("node", "worker-" + i)
                        .put("resource", resource)
                        .put("origin", 1_000 + i)
                        .put("pods", 500)
                        .put("yarn", 300)
                        .put("sum", 800)
                        .put("excess", 0)
                        .put("verdict", "OK");
            }
        }
        scene.putObject("nodes").put("time", "2026-11-21T10:00:00Z").set("nodes", nodes);
        ((ObjectNode) scene.path("ledger")).set("rows", rows);
        return new PageServer.Scene(scene, PageScaleIT::change);
    }

    /** A second later. */
    private static void change(ObjectNode scene, int second) {
        ((ObjectNode) scene.path("status")).put("time", "2026-11-21T10:00:%02dZ".formatted(second % 60));
        int at = 0;
        for (var each : scene.at("/nodes/nodes")) {
            ObjectNode node = (ObjectNode) each;
            node.put("metricAgeSeconds", (second + at) % 10);
            if ((second + at) % 10 == 0) {
                node.put("prodCpuMilli", 1_000L + second).put("prodMemoryBytes", (long) second << 26);
                node.put("yarnUsageCpuMilli", 500L + second).put("yarnUsageMemoryBytes", (long) second << 25);
            }
            at++;
        }
    }
}
