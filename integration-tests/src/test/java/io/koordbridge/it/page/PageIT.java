package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.operator.OperatorApi;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser, in front of recorded API answers. */
class PageIT extends PageScene {
    @ParameterizedTest
    @ValueSource(strings = {"steady", "draining", "broken", "starting", "empty"})
    void showsEveryNumberAsTheApiHasIt(String scene) {
        openAt(scene);

        PageNumbers.awaitEqual(page, server.url());

        assertThat(page.title()).isEqualTo("Shared batch capacity");
        assertThat(window.complaints()).isEmpty();
        window.screenshots(scene);
    }

    @Test
    void followsTheApiWithinSeconds() {
        server.show("draining");

        // Each part of the page follows an answer of its own.
        soon().untilAsserted(() -> {
            assertThat(names()).hasSize(4);
            assertThat(health("ledger")).isEqualTo("warn draining");
            assertThat(page.locator("#problems li").allTextContents())
                    .singleElement()
                    .asString()
                    .contains("YARN still holds 4 vcores");
        });
    }

    @Test
    void asksOnlyForPointsItDoesNotHaveYet() {
        long newest = new OperatorApi(server.url())
                .read("timeline?since=0").path("points").findValues("at").stream()
                        .mapToLong(at -> at.asLong())
                        .max()
                        .orElseThrow();

        soon().untilAsserted(() -> assertThat(server.timelineQueries()).isNotEmpty());
        soon().untilAsserted(
                        () -> assertThat(page.locator("[data-timeline]").first().textContent())
                                .isNotEmpty());
        server.show("steady");
        soon().untilAsserted(() -> assertThat(server.timelineQueries()).contains("since=" + newest));
        assertThat(server.timelineQueries()).first().isEqualTo("since=0");
    }

    @Test
    void asksForNothingWhileNobodyLooks() {
        soon().untilAsserted(() -> assertThat(ageSeconds()).isLessThan(1.5));

        look(false);
        soon().untilAsserted(() -> assertThat(ageSeconds()).isGreaterThan(3));
        assertThat(page.locator("#banner").isVisible()).isFalse();

        look(true);
        soon().untilAsserted(() -> assertThat(ageSeconds()).isLessThan(1.5));
    }

    private double ageSeconds() {
        return Double.parseDouble(page.locator("#live").getAttribute("data-age-seconds"));
    }

    private void look(boolean visible) {
        page.evaluate(
                "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                !visible);
    }

    @Test
    void asksNobodyButItsOwnServer() {
        assertThat(window.requests())
                .isNotEmpty()
                .allMatch(address -> address.startsWith(server.url().toString()));
        assertThat(page.content()).doesNotContain("<script>").doesNotContain(" onclick=");
        assertThat((String) page.evaluate("async () => (await fetch('.')).text()"))
                .contains("Shared batch capacity")
                .doesNotContain(" style=");
        assertThat(window.complaints()).isEmpty();
    }

    @Test
    void fitsTheWidthOfAPhone() {
        try (Chromium.Window phone = chromium.open(server.url(), 390, 844)) {
            phone.page().waitForSelector(FIRST_COLUMN);

            assertThat(phone.overflow()).isLessThanOrEqualTo(0);
            phone.screenshots("phone");
        }
    }

    @Nested
    class Health {

        @Test
        void isGreenWhereDataSaysSo() {
            assertThat(health("leader")).isEqualTo("good this replica");
            assertThat(health("rm-default")).isEqualTo("good up");
            assertThat(health("rm-research")).isEqualTo("good up");
            assertThat(health("agents")).isEqualTo("good 6/6 report");
            assertThat(health("nodes")).isEqualTo("good 6/6 matched");
            assertThat(health("ledger")).isEqualTo("good holds");
        }

        @Test
        void isNeverGreenWithoutDataAndSaysHowToGetSome() {
            openAt("empty");

            assertThat(page.locator(".health"))
                    .satisfies(items -> assertThat(items.count()).isEqualTo(5));
            assertThat(page.locator(".health[data-level=good]").count()).isZero();
            assertThat(page.locator(".health b").allTextContents()).containsOnly("no data");
            assertThat(page.locator(".health-detail").allTextContents()).allMatch(sentence -> sentence.length() > 40);
            assertThat(page.locator("#node-empty").textContent()).contains("slo-controller-config", "koordlet");
            assertThat(page.locator(".bar-note").allTextContents())
                    .allMatch(note -> note.startsWith("No batch capacity is published"));
        }

        @Test
        void doesNotBlameNodesBeforeAResourceManagerHasAnswered() {
            openAt("starting");

            assertThat(health("leader")).isEqualTo("idle standby");
            assertThat(health("rm-default")).isEqualTo("none no data");
            assertThat(health("nodes")).isEqualTo("none no data");
            assertThat(health("agents")).isEqualTo("bad 0/2 report");
        }

        @Test
        void namesEachPartThatFails() {
            openAt("broken");

            assertThat(health("rm-default")).isEqualTo("bad down");
            assertThat(health("agents")).isEqualTo("warn 3/4 report");
            assertThat(health("nodes")).isEqualTo("warn 1 unmatched");
            assertThat(health("ledger")).isEqualTo("bad broken");
            assertThat(page.locator("#problems li").count()).isEqualTo(4);
        }

        @Test
        void leadsToTheNodesInQuestion() {
            openAt("broken");

            page.locator("[data-health=nodes]").click();

            assertThat(names()).containsExactly("worker-5");
        }
    }

    @Nested
    class ClusterBar {

        @Test
        void endsAtTheCapacityWhileNothingIsOverGranted() {
            assertThat(rightOf("#bar-cpu .part-free")).isEqualTo(rightOf("#bar-cpu .bar-end"), within(3));
            assertThat(width("#bar-cpu .part-excess")).isZero();
        }

        @Test
        void drawsWhatIsOverGrantedInRedBeyondTheEnd() {
            openAt("broken");

            assertThat(width("#bar-cpu .part-excess")).isPositive();
            assertThat(leftOf("#bar-cpu .part-excess")).isEqualTo(leftOf("#bar-cpu .bar-end"), within(2));
            assertThat(page.locator("#bar-cpu .part-excess").first().evaluate("e => getComputedStyle(e).fill"))
                    .isEqualTo("rgb(229, 52, 74)");
            assertThat(page.locator("#bar-cpu .bar-note").textContent())
                    .isEqualTo("7 cores above the batch origin on worker-1.");
        }
    }

    @Nested
    class Failure {

        @Test
        void ofTheWholeApiIsSaidAndTheLastValuesStay() {
            List<ShownNumber> before = ShownNumber.of(page);

            server.goAway();

            soon().untilAsserted(() -> assertThat(banner()).contains("stream cannot be reached", "was read at"));
            soon().untilAsserted(() -> assertThat(
                            Double.parseDouble(page.locator("#live").getAttribute("data-age-seconds")))
                    .isGreaterThan(2));
            assertThat(page.locator("#live-text").textContent()).endsWith("s old");
            assertThat(page.locator("body.stale").count()).isEqualTo(1);
            assertThat(ShownNumber.of(page)).isEqualTo(before);
            window.screenshots("unreachable");

            server.comeBack();

            soon().untilAsserted(() ->
                    assertThat(page.locator("#live-text").textContent()).isEqualTo("live"));
            assertThat(page.locator("#banner").isVisible()).isFalse();
            assertThat(page.locator("body.stale").count()).isZero();
        }

        @Test
        void ofAnAnswerIsNamed() {
            server.answerBadly("stream", PageServer.Fault.UNAVAILABLE);
            soon().untilAsserted(() -> assertThat(banner()).contains("stream answered 503"));

            server.answerBadly("stream", PageServer.Fault.NOT_JSON);
            soon().untilAsserted(() ->
                    assertThat(banner()).contains("stream answered something that is not a stream of events"));

            server.answerBadly("stream", PageServer.Fault.OTHER_SHAPE);
            soon().untilAsserted(() -> assertThat(banner()).contains("stream answered without \"status\""));
            assertThat(names()).hasSize(6);
        }

        @Test
        void fromTheStartLeavesNothingGreen() {
            server.answerBadly("stream", PageServer.Fault.UNAVAILABLE);
            page.reload();

            soon().untilAsserted(() -> assertThat(banner()).contains("Nothing has been read yet"));
            assertThat(page.locator("#live").getAttribute("data-state")).isEqualTo("lost");
            assertThat(page.locator("[data-level=good]").count()).isZero();
        }
    }
}
