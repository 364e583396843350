package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.net.URI;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page in front of a large cluster whose values change as in a real one: the age of each report every second, a tenth of the
 * nodes with new measurements. Bytes have the bound of the specification; the browser's time is only printed, as machines are busy.
 */
class PageScaleIT {
    private static final Logger LOG = LoggerFactory.getLogger(PageScaleIT.class);
    private static final int EVENTS = 5;
    /** An event a second. */
    private static final double MOST_KILOBYTES = 20;

    private static final String COUNT_MUTATIONS = """
            window.mutations = 0;
            new MutationObserver(records => { window.mutations += records.length; })
                .observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
            """;
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
        "rmCpuMilli",
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

    /** Of the page while events arrive, per event. */
    private record Cost(double kilobytes, double mutations, double busyMillis) {}

    @Test
    void costsLittleHoweverManyNodesThereAre() {
        Cost some = cost(1_000);
        Cost many = cost(5_000);

        assertThat(some.kilobytes()).isPositive().isLessThan(MOST_KILOBYTES);
        assertThat(many.kilobytes()).isPositive().isLessThan(MOST_KILOBYTES);
        assertThat(some.mutations()).isPositive();
        assertThat(many.mutations()).isLessThan(2 * some.mutations());
    }

    @Test
    void anAddressOfTheTableOpensAtTheTable() {
        try (PageServer server = new PageServer(changing(1_000));
                Chromium.Window window = chromium.open(URI.create(server.url() + "#nodes?state=STEADY"))) {
            Page page = window.page();
            page.waitForSelector(PageScene.FIRST_COLUMN);

            Chromium.soon()
                    .untilAsserted(() ->
                            assertThat(page.locator("#nodes").boundingBox().y).isBetween(-1.0, 40.0));
            assertThat(page.locator("#filter-state").inputValue()).isEqualTo("STEADY");
        }
    }

    @Test
    void longNamesPushNoColumnOut() {
        PageServer.Scene scene = changing(100);
        for (var node : scene.parts().at("/nodes/nodes")) {
            String name = "ip-10-128-254-" + node.path("name").asText() + ".batch-pool-a.eu-central-1.compute.internal";
            ((ObjectNode) node)
                    .put("name", name)
                    .put("nodeId", name + ":8041")
                    .put("reason", "waiting for the ResourceManager to apply 12 vcores");
            for (String amount : AMOUNTS) {
                ((ObjectNode) node).put(amount, amount.endsWith("Bytes") ? 1_000_123_456_789L : 1_023_450L);
            }
        }
        try (PageServer server = new PageServer(scene);
                Chromium.Window window = chromium.open(server.url(), 1_400, 900)) {
            Page page = window.page();
            page.waitForSelector(PageScene.FIRST_COLUMN);

            BoundingBox last = page.locator("#node-table thead th").last().boundingBox();
            window.screenshots("long-names");

            assertThat(page.locator("#node-table thead th").last().textContent())
                    .isEqualTo("Ledger");
            assertThat(last.x + last.width).isLessThan(1_400);
            assertThat(page.locator(PageScene.FIRST_COLUMN).first().textContent())
                    .endsWith(".compute.internal");
        }
    }

    private static Cost cost(int nodes) {
        try (PageServer server = new PageServer(changing(nodes));
                Chromium.Window window = chromium.open(server.url())) {
            Page page = window.page();
            page.waitForSelector(PageScene.FIRST_COLUMN);
            assertThat(page.locator("#node-count").textContent())
                    .isEqualTo(String.format(Locale.ENGLISH, "%,d", nodes));
            assertThat(page.locator(PageScene.FIRST_COLUMN).count()).isEqualTo(100);

            CDPSession devTools = window.context().newCDPSession(page);
            devTools.send("Performance.enable");
            awaitEvents(page, server, 2);
            page.evaluate(COUNT_MUTATIONS);
            double busy = busySeconds(devTools);
            long bytes = server.streamedBytes();
            int before = server.events();
            awaitEvents(page, server, EVENTS);

            int events = server.events() - before;
            Cost cost = new Cost(
                    (server.streamedBytes() - bytes) / 1_000.0 / events,
                    ((Number) page.evaluate("window.mutations")).doubleValue() / events,
                    (busySeconds(devTools) - busy) * 1_000 / events);
            LOG.info("page with {} nodes, per event: {}", nodes, cost);
            assertThat(window.complaints()).isEmpty();
            return cost;
        }
    }

    private static void awaitEvents(Page page, PageServer server, int count) {
        int until = server.events() + count;
        for (int wait = 0; server.events() < until; wait++) {
            assertThat(wait).as("200 ms without %d events", count).isLessThan(300);
            page.waitForTimeout(200);
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
