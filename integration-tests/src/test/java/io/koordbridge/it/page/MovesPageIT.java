package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.DeschedulerPlanAnswer.KeptPod;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.ResourceUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.Victim;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.answers.MigrationsAnswer.Job;
import io.koordbridge.answers.MigrationsAnswer.Wait;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of koord-descheduler in a real browser, with answers of its API. */
class MovesPageIT {
    private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");
    private static final List<Path> FOLDERS = Stream.of("k8s-controllers/koord-descheduler", "libs/koord-service")
            .map(module -> ProjectLayout.find().root().resolve(module).resolve("src/main/resources/page"))
            .toList();

    private static Chromium chromium;

    private final ObjectMapper json = new ObjectMapper().registerModule(new JavaTimeModule());
    private final LoopbackServer server = new LoopbackServer(this::answer);
    private volatile DeschedulerPlanAnswer plan = new DeschedulerPlanAnswer(
            NOW,
            false,
            null,
            List.of(
                    new NodeUse(
                            "big",
                            "hot",
                            "high",
                            null,
                            List.of(
                                    new ResourceUse("cpu", false, 25_800L, 32_000L, 14_400L, 24_000L),
                                    new ResourceUse("memory", false, 40L << 30, 64L << 30, null, 51L << 30))),
                    new NodeUse("big", "silent", "unknown", "no report", List.of())),
            List.of(new Victim("etl/crunch-b", "hot", List.of("cold"), "LowNodeLoad", "cpu usage(80%)>threshold(75%)")),
            List.of(new KeptPod("shop/cache-0", "hot", "ExpectedReplicas", HOSTILE)));
    private volatile MigrationsAnswer migrations = new MigrationsAnswer(
            NOW,
            List.of(job(
                    "waits",
                    "Pending",
                    new Wait("MaxMigratingPerNode", "2 of 2 pods of node hot", NOW.minusSeconds(60)))),
            List.of(job("gone", "Succeeded", null), job("late", "Failed", null)));
    private Chromium.Window window;
    private Page page;

    private static Job job(String name, String phase, @Nullable Wait wait) {
        return new Job(
                name,
                "etl/" + name,
                "hot",
                null,
                "LowNodeLoad",
                phase,
                "",
                NOW.minusSeconds(90),
                wait,
                wait == null ? NOW : null);
    }

    private void answer(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/apis/v1/plan" -> LoopbackServer.answer(exchange, 200, json.writeValueAsString(plan));
            case "/apis/v1/migrations" -> LoopbackServer.answer(exchange, 200, json.writeValueAsString(migrations));
            case "/" -> answerFile(exchange, "index.html");
            default -> answerFile(exchange, exchange.getRequestURI().getPath().substring(1));
        }
    }

    private static void answerFile(HttpExchange exchange, String name) throws IOException {
        String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
        Optional<Path> file = FOLDERS.stream()
                .map(folder -> folder.resolve(name).normalize())
                .filter(candidate -> FOLDERS.contains(candidate.getParent()) && Files.isRegularFile(candidate))
                .findFirst();
        LoopbackServer.answer(
                exchange,
                file.isEmpty() ? 404 : 200,
                type + ";charset=utf-8",
                file.isEmpty() ? "" : Files.readString(file.get()));
    }

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

    @BeforeEach
    void open() {
        window = chromium.open(URI.create(server.url() + "/"));
        page = window.page();
        Chromium.soon().untilAsserted(() -> assertThat(rows("open")).hasSize(1));
    }

    @AfterEach
    void close() {
        window.close();
        server.close();
    }

    private List<String> rows(String table) {
        return page.locator("#" + table + "-table tbody tr").allInnerTexts();
    }

    @Test
    void showsJobsWithTheLimitTheyWaitForAndSinceWhen() {
        assertThat(rows("open"))
                .singleElement()
                .asString()
                .contains("waits", "etl/waits", "MaxMigratingPerNode: 2 of 2 pods of node hot", "60 s");
        assertThat(rows("ended")).hasSize(2);
        assertThat(window.health("open")).isEqualTo("warn 1 under way");
        assertThat(window.health("ended")).isEqualTo("warn 2 ended");
        assertThat(window.complaints()).isEmpty();
        assertThat(window.requests()).allMatch(address -> address.startsWith(server.url()));
        window.screenshots("moves");
    }

    @Test
    void showsWhatTheNextRunWouldDoAndItsThresholds() {
        assertThat(rows("victims")).singleElement().asString().contains("etl/crunch-b", "cold", "LowNodeLoad");
        assertThat(rows("nodes"))
                .hasSize(3)
                .first()
                .asString()
                .contains("hot", "high", "25.8", "81 %", "14.4", "24", "32");
        assertThat(rows("nodes").get(2)).contains("silent", "no report");
        assertThat(window.health("overloaded")).isEqualTo("bad 1 overloaded");
    }

    @Test
    void showsTextOfOthersAsText() {
        assertThat(rows("kept")).singleElement().asString().contains(HOSTILE);
        assertThat(page.locator("main img").count()).isZero();
    }

    @Test
    void findsInItsTables() {
        page.locator("#ended-find").fill("LATE");

        assertThat(rows("ended")).singleElement().asString().contains("late");
        assertThat(page.locator("#ended-count").textContent()).isEqualTo("1 of 2");
    }

    @Test
    void cutsLongTablesAndSaysSo() {
        migrations = new MigrationsAnswer(
                NOW,
                IntStream.range(0, 700)
                        .mapToObj(one -> job("job-" + one, "Running", null))
                        .toList(),
                List.of());

        Chromium.soon()
                .untilAsserted(() ->
                        assertThat(page.locator("#open-more").textContent()).isEqualTo("The first 500 of 700."));
        assertThat(page.locator("#open-table tbody tr").count()).isEqualTo(500);
        assertThat(page.locator("#ended-empty").isVisible()).isTrue();
    }

    @Test
    void keepsWhatItReadWhileTheProcessIsAway() {
        server.goAway();

        Chromium.soon()
                .untilAsserted(() -> assertThat(page.locator("#banner").textContent())
                        .contains("cannot be reached", "What you see below was read at"));
        assertThat(rows("open")).hasSize(1);

        server.comeBack();
        Chromium.soon()
                .untilAsserted(
                        () -> assertThat(page.locator("#banner").isVisible()).isFalse());
    }

    @Test
    void saysWhyARunDecidesNothing() {
        plan = new DeschedulerPlanAnswer(NOW, true, "2 NodeMetrics were not read", List.of(), List.of(), List.of());

        Chromium.soon()
                .untilAsserted(() ->
                        assertThat(page.locator("#problems").innerText()).contains("2 NodeMetrics were not read"));
        assertThat(window.health("mode")).isEqualTo("warn dry run");
    }

    @Test
    void isReadableForEveryoneAndOnAPhone() {
        assertThat(Accessibility.of(page).violations()).isEmpty();
        try (Chromium.Window phone = chromium.open(URI.create(server.url() + "/"), 390, 844)) {
            phone.page().waitForSelector("#open-table tbody tr");

            assertThat(phone.overflow()).isLessThanOrEqualTo(0);
        }
    }
}
