package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.operator.OperatorApi;
import io.koordbridge.it.scheduler.ExtenderProcess;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the shipped koord-scheduler in a real browser, with a real API server behind it. */
class QuotaPageIT {
    private static final String QUOTAS = "#quota-table tbody .node-name";

    @TempDir
    private static Path directory;

    private static Chromium chromium;
    private static ExtenderProcess extender;

    private Chromium.Window window;
    private Page page;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.start();
        RealControlPlane controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client);
        load(client);
        // No kube-scheduler leads: this replica only looks.
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory, "--set=leader.enabled=true");
        extender.start();
    }

    private static void load(KubernetesClient client) throws IOException {
        try (InputStream in = QuotaPageIT.class.getResourceAsStream("/page/quotas.yaml")) {
            for (HasMetadata object : client.load(in).items()) {
                client.resource(object).create();
            }
        }
    }

    @AfterAll
    static void stop() {
        if (extender != null) {
            extender.close();
        }
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void open() {
        window = chromium.open(URI.create(extender.address() + "/"));
        page = window.page();
        soon().untilAsserted(() -> assertThat(quotas()).contains("team-short", "orphan"));
    }

    @AfterEach
    void close() {
        window.close();
    }

    private List<String> quotas() {
        soon().until(() -> page.locator("#quota-table[aria-busy]").count() == 0);
        return page.locator(QUOTAS).allTextContents();
    }

    private Locator row(String table, String name) {
        return page.locator("#" + table + "-table [data-node-row='" + name + "']");
    }

    private String state(String table, String name) {
        return row(table, name).locator(".chip").textContent();
    }

    private String amount(String quota, String field) {
        return row("quota", quota)
                .locator("[data-lines=" + field + "] > span")
                .first()
                .textContent();
    }

    /** What the address names, as the browser has it now. */
    private String hash() {
        return (String) page.evaluate("location.hash");
    }

    private static ConditionFactory soon() {
        return Chromium.soon();
    }

    @Test
    void showsTheTreeWithWhoBorrowsWhoLendsAndWhoWaits() {
        // Their parent may use what they request, 6 cores: less than their minimums, which are made smaller to 1.5 and
        // 4.5.
        assertThat(quotas()).containsSequence("team", "team-busy", "team-idle", "team-short");
        assertThat(row("quota", "team-busy").getAttribute("data-depth")).isEqualTo("1");
        soon().untilAsserted(() -> {
            assertThat(state("quota", "team-busy")).isEqualTo("borrowing");
            assertThat(amount("team-busy", "used")).isEqualTo("5");
            assertThat(amount("team-busy", "borrowed")).isEqualTo("+3.5");
            assertThat(state("quota", "team-idle")).isEqualTo("lending");
            assertThat(amount("team-idle", "borrowed")).isEqualTo("-4.5");
            assertThat(state("quota", "team-short")).isEqualTo("short");
            assertThat(row("quota", "team-short")
                            .locator("[data-field=waiting]")
                            .textContent())
                    .isEqualTo("1");
            assertThat(state("quota", "orphan")).isEqualTo("unused");
        });
        assertThat(window.health("leader")).isEqualTo("idle standby");
        assertThat(window.health("quotas")).isEqualTo("bad 1 unused");
        assertThat(window.complaints()).isEmpty();
        assertThat(window.requests()).allMatch(address -> address.startsWith(extender.address()));
        window.screenshots("quotas");
    }

    @Test
    void explainsAQuotaUnderItsOwnAddress() {
        page.locator(QUOTAS).getByText("team-short").click();

        Locator waiting = page.locator("#waiting-pods tr");
        soon().untilAsserted(() -> assertThat(waiting.count()).isEqualTo(1));
        assertThat(waiting.textContent()).contains("default/waits");
        assertThat(page.locator("[data-term=cpu] .decision").textContent()).contains("its maximum; it requests more");
        assertThat(page.locator("[data-others=lend]").textContent()).contains("team-idle 4.5");
        assertThat(hash()).isEqualTo("#quota/team-short");
        page.keyboard().press("Escape");
        soon().untilAsserted(() -> assertThat(hash()).isEmpty());
    }

    @Test
    void showsGangsAndReservationsWithWhatTheyWaitFor() {
        soon().untilAsserted(() -> {
            assertThat(state("gang", "default/lacking")).isEqualTo("incomplete");
            assertThat(row("gang", "default/lacking").textContent())
                    .contains("fewer pods than the minimum exist", "(2 missing)");
            assertThat(state("gang", "default/placed")).isEqualTo("placed");
            assertThat(state("reservation", "kept")).isEqualTo("pending");
            assertThat(row("reservation", "kept").textContent()).contains("app=train", "cpu", "8 Gi");
        });
        assertThat(window.health("gangs")).isEqualTo("warn 1 wait");
    }

    @Test
    void findsSortsAndFiltersEachTableByKeyboardAndAddress() {
        page.locator("#quota-filter-text").fill("team-");
        soon().untilAsserted(() -> assertThat(quotas()).containsExactly("team-busy", "team-idle", "team-short"));
        assertThat(page.locator("#gang-table tbody tr").count()).isEqualTo(2);
        page.locator("#quota-table th[data-column=request] button").focus();
        page.keyboard().press("Enter");
        soon().untilAsserted(() -> assertThat(quotas()).containsExactly("team-busy", "team-short", "team-idle"));
        assertThat(hash()).startsWith("#quotas?find=team-").contains("sort=request");

        page.navigate(extender.address() + "/#gangs?state=INCOMPLETE");
        page.reload();

        soon().untilAsserted(
                        () -> assertThat(page.locator("#gang-table tbody th").allTextContents())
                                .containsExactly("default/lacking"));
    }

    @Test
    void answersTheSameAsJson() {
        OperatorApi api = new OperatorApi(URI.create(extender.address() + "/"));

        assertThat(api.read("quotas?state=SHORT").at("/rows/0/name").asText()).isEqualTo("team-short");
        assertThat(api.read("gangs?find=lacking").at("/rows/0/minimum").asInt()).isEqualTo(3);
        assertThat(api.read("reservations").at("/rows/0/reserved/cpu").asInt()).isEqualTo(4_000);
    }

    @Test
    void fitsTheWidthOfAPhone() {
        try (Chromium.Window phone = chromium.open(URI.create(extender.address() + "/"), 390, 844)) {
            phone.page().waitForSelector(QUOTAS);

            assertThat(phone.overflow()).isLessThanOrEqualTo(0);
        }
    }
}
