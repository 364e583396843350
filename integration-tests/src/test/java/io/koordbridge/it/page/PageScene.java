package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import org.assertj.core.data.Offset;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A browser on the page in front of the scene {@code steady}, and what a reader can do there. */
class PageScene {
    static final String FIRST_COLUMN = "#node-table tbody .node-name";
    static Chromium chromium;
    PageServer server;
    Chromium.Window window;
    Page page;

    @BeforeAll
    static void startBrowser() {
        chromium = Chromium.start();
    }

    @AfterAll
    static void stopBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void open() {
        server = new PageServer("steady");
        window = chromium.open(server.url());
        page = window.page();
        soon().untilAsserted(() -> assertThat(names()).hasSize(6));
    }

    @AfterEach
    void close() {
        window.close();
        server.close();
    }

    void openAt(String scene) {
        server.show(scene);
        page.reload();
        soon().untilAsserted(() ->
                assertThat(page.locator("#live").getAttribute("data-state")).isEqualTo("live"));
    }

    /** Names of the rows, once the server has answered for the view that is set. */
    List<String> names() {
        soon().until(() -> page.locator("#node-table[aria-busy]").count() == 0);
        return page.locator(FIRST_COLUMN).allTextContents();
    }

    void sortBy(String label) {
        page.locator("th .sort")
                .filter(new Locator.FilterOptions().setHasText(label))
                .click();
    }

    String health(String part) {
        return window.health(part);
    }

    String banner() {
        return page.locator("#banner").textContent();
    }

    String curve(String field) {
        return page.locator("[data-timeline][data-field=" + field + "]").getAttribute("data-value");
    }

    double leftOf(String selector) {
        return page.locator(selector).first().boundingBox().x;
    }

    double rightOf(String selector) {
        return leftOf(selector) + page.locator(selector).first().boundingBox().width;
    }

    double width(String selector) {
        return Double.parseDouble(page.locator(selector).first().getAttribute("width"));
    }

    static Offset<Double> within(double pixels) {
        return Offset.offset(pixels);
    }

    static ConditionFactory soon() {
        return Chromium.soon();
    }
}
