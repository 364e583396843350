package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Table of the page, used with mouse and keyboard. */
class PageControlsIT extends PageScene {

    @Nested
    class Table {

        @Test
        void keepsNamesInTheirNaturalOrder() {
            assertThat(names())
                    .containsExactly("worker-1", "worker-2", "worker-3", "worker-4", "worker-10", "worker-11");
        }

        @Test
        void sortsAmountsBiggestFirstAndEqualOnesByName() {
            sortBy("Origin");

            assertThat(names())
                    .containsExactly("worker-10", "worker-3", "worker-1", "worker-2", "worker-4", "worker-11");
            assertThat(page.locator("th[data-column=origin]").getAttribute("aria-sort"))
                    .isEqualTo("descending");

            sortBy("Origin");

            assertThat(names())
                    .containsExactly("worker-11", "worker-1", "worker-2", "worker-4", "worker-3", "worker-10");
        }

        @Test
        void sortsAmountsByMemoryWhenAsked() {
            sortBy("YARN lease");
            page.locator("#sort-resource").selectOption("memory");

            assertThat(names().subList(0, 2)).containsExactly("worker-3", "worker-10");
        }

        @Test
        void putsUnknownAmountsLastInBothDirections() {
            openAt("broken");

            sortBy("Online");
            assertThat(names()).last().isEqualTo("worker-3");

            sortBy("Online");
            assertThat(names()).last().isEqualTo("worker-3");
        }

        @Test
        void keepsTheOrderAndTheRowsWhileValuesAreRead() {
            sortBy("RM gave");
            List<String> before = names();
            page.locator(FIRST_COLUMN).first().evaluate("e => { e.dataset.mine = 'yes' }");
            int events = server.events();

            soon().untilAsserted(() -> assertThat(server.events()).isGreaterThan(events + 2));

            assertThat(names()).isEqualTo(before);
            assertThat(page.locator(FIRST_COLUMN).first().getAttribute("data-mine"))
                    .isEqualTo("yes");
        }

        @Test
        void findsByNameClusterAndReason() {
            page.locator("#filter-text").fill("research");
            assertThat(names()).containsExactly("worker-10", "worker-11");
            assertThat(page.locator("#node-count").textContent()).isEqualTo("2 of 6");

            page.locator("#filter-text").fill("waiting for the resourcemanager");
            assertThat(names()).containsExactly("worker-2");

            page.locator("#filter-text").fill("nobody");
            assertThat(names()).isEmpty();
            assertThat(page.locator("#node-empty").textContent()).isEqualTo("No node fits the filter.");
        }

        @Test
        void filtersByState() {
            page.locator("#filter-state").selectOption("GROWING");

            assertThat(names()).containsExactly("worker-2");
        }

        @Test
        void isDownloadedAsItIsFilteredAndSorted() throws Exception {
            page.locator("#filter-state").selectOption("STEADY");
            sortBy("Origin");
            List<String> shown = names();

            Download file = page.waitForDownload(() -> page.locator("#node-csv").click());

            assertThat(file.suggestedFilename()).isEqualTo("nodes.csv");
            assertThat(Files.readAllLines(file.path()))
                    .satisfies(lines -> assertThat(lines.get(0)).startsWith("name,cluster,nodeId,state,"))
                    .satisfies(lines -> assertThat(lines.stream().skip(1).map(line -> line.split(",")[0]))
                            .isNotEmpty()
                            .containsExactlyElementsOf(shown));
        }

        @Test
        void explainsANodeTermByTerm() {
            page.getByRole(
                            AriaRole.BUTTON,
                            new Page.GetByRoleOptions().setName("worker-3").setExact(true))
                    .click();

            Locator terms = page.locator("#drawer .terms tbody tr");
            soon().untilAsserted(() -> assertThat(terms.count()).isEqualTo(5));
            assertThat(terms.nth(0).textContent())
                    .contains("origin cpu", "17.5 cores", "originExtendedAllocatable", "1.2 s");
            window.screenshots("explain");
            page.keyboard().press("Escape");
            assertThat(page.locator("#drawer").isVisible()).isFalse();
        }

        @Test
        void saysHowLongAShrinkLasts() {
            openAt("draining");

            Locator row = page.locator("[data-node-row=worker-1]");
            assertThat(row.locator(".left").textContent()).isEqualTo(", 4 min 10 s left");
            assertThat(row.locator(".left").getAttribute("title")).startsWith("containers that stay are preempted at ");
            page.locator("[data-node-row=worker-1] .node-name").click();
            soon().untilAsserted(
                            () -> assertThat(page.locator("#drawer .decision").textContent())
                                    .contains("shrinking, 4 min 10 s left: containers that stay are preempted at "));
            Locator goal = page.locator("#drawer [data-field='goal cpu']");
            assertThat(goal.textContent()).isEqualTo("4 cores");
            assertThat(goal.getAttribute("title")).isEqualTo("4000 milli-cores, 8 vcores");
            window.screenshots("shrink");
        }

        @Test
        void showsMarkupOfOthersAsText() {
            openAt("broken");

            assertThat(page.locator("[data-node-row=worker-1] .reason").textContent())
                    .isEqualTo("the annotation was changed by <b>someone</b> & else");
        }

        @Test
        void isUsableWithTheKeyboardAlone() {
            page.locator("th[data-column=free] button").focus();
            page.keyboard().press("Enter");
            assertThat(names()).first().isEqualTo("worker-2");

            page.locator(FIRST_COLUMN).first().focus();
            page.keyboard().press("Enter");
            assertThat(page.locator("#drawer-title").textContent()).isEqualTo("worker-2");
        }
    }
}
