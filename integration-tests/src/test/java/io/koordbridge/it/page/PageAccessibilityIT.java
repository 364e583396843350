package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page for people who see little, use no mouse, or have a small screen. */
class PageAccessibilityIT extends PageScene {

    private static final int NARROW = 360;
    private static final int MOST_STOPS = 200;

    /** Where the focus is: a name for the element, or what is wrong with it. */
    private static final String FOCUSED = """
            () => {
              const e = document.activeElement;
              if (e === document.body) { return ''; }
              const box = e.getBoundingClientRect();
              const name = e.getAttribute('aria-label') ?? document.getElementById(e.getAttribute('aria-labelledby'))?.textContent
                ?? e.labels?.[0]?.textContent ?? e.textContent;
              const what = `${e.tagName.toLowerCase()} ${e.id || e.className.baseVal || e.className} '${name.trim().slice(0, 30)}'`;
              if (name.trim() === '') { return `NAMELESS ${what}`; }
              if (box.width === 0 || box.height === 0) { return `UNSEEN ${what}`; }
              if (getComputedStyle(e).outlineStyle === 'none') { return `UNMARKED ${what}`; }
              return what;
            }""";

    @ParameterizedTest
    @ValueSource(strings = {"steady", "broken", "draining", "empty", "starting"})
    void hasNoViolationOfWcagInLightAndDark(String scene) {
        openAt(scene);
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })");

        Accessibility.Findings found = Accessibility.of(page);

        assertThat(found.violations()).isEmpty();
        assertThat(found.texts()).isGreaterThan(40);
    }

    @Test
    void hasNoViolationOfWcagWhenANodeIsExplained() {
        page.locator(FIRST_COLUMN).first().click();
        page.waitForSelector("#drawer .terms");

        assertThat(Accessibility.of(page).violations()).isEmpty();
    }

    @Test
    void hasNoViolationOfWcagWhenTheServerIsAway() {
        server.goAway();
        page.waitForSelector("body.stale");

        assertThat(Accessibility.of(page).violations()).isEmpty();
    }

    @Test
    void wouldFindPaleTextsAndControlsWithoutAName() {
        page.evaluate(
                "() => {"
                        + " document.querySelector('.sub').style.color = '#8a8a8a';"
                        + " document.querySelector('#timeline-since').style.color = '#8a8a8a';"
                        + " document.querySelector('#filter-state').parentElement.replaceWith(document.querySelector('#filter-state')); }");

        assertThat(Accessibility.of(page).violations())
                .filteredOn(one -> one.startsWith("light: "))
                .anyMatch(one -> one.contains("contrast 3") && one.endsWith("in P sub"))
                .anyMatch(one -> one.contains("contrast 3") && one.contains("in SMALL"))
                .anyMatch(one -> one.contains("select-name at #filter-state"));
    }

    @Test
    void leadsTheKeyboardThroughAllThatCanBeUsedInTheOrderOfThePage() {
        List<String> stops = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        page.locator("body").focus();
        do {
            page.keyboard().press("Tab");
            stops.add((String) page.evaluate(FOCUSED));
            places.add((Integer)
                    page.evaluate("() => [...document.querySelectorAll('*')].indexOf(document.activeElement)"));
        } while (!stops.get(stops.size() - 1).isEmpty() && stops.size() < MOST_STOPS);
        stops.remove(stops.size() - 1);
        places.remove(places.size() - 1);

        assertThat(stops)
                .noneMatch(stop ->
                        stop.startsWith("NAMELESS") || stop.startsWith("UNSEEN") || stop.startsWith("UNMARKED"));
        assertThat(places).isSorted();
        assertThat(stops).hasSizeLessThan(MOST_STOPS).first().asString().contains("Skip to the nodes");
        Object usable =
                page.evaluate("() => [...document.querySelectorAll('a[href], button:enabled, input, select, summary')]"
                        + ".filter((e) => e.checkVisibility()).length");
        assertThat(stops.size()).isGreaterThanOrEqualTo((Integer) usable);
    }

    @Test
    void givesTheFocusBackWhenAnExplanationIsClosed() {
        page.locator(FIRST_COLUMN).nth(1).focus();
        page.keyboard().press("Enter");
        page.waitForSelector("#drawer .terms");

        page.keyboard().press("Escape");

        assertThat(page.evaluate("() => document.activeElement.textContent")).isEqualTo("worker-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"steady", "broken"})
    void fitsANarrowScreen(String scene) {
        server.show(scene);
        try (Chromium.Window phone = chromium.open(server.url(), NARROW, 740)) {
            Page small = phone.page();
            small.waitForSelector(FIRST_COLUMN);
            small.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })");
            assertThat(phone.overflow()).isLessThanOrEqualTo(0);

            small.locator(FIRST_COLUMN).first().click();
            small.waitForSelector("#drawer .drawer-body p");

            assertThat(phone.overflow()).isLessThanOrEqualTo(0);
            assertThat(small.locator("#drawer").boundingBox().width).isLessThanOrEqualTo(NARROW);
            assertThat(Accessibility.of(small).violations()).isEmpty();
        }
    }
}
