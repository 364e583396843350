package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Timeline of the page, used with mouse and keyboard. */
class PageTimelineIT extends PageScene {

    private static final long HOUR = 3_600_000;
    private static final int EVENTS = 400;

    /** Points of the canvas between two shares of its width that have the colour of a curve, nearly. */
    private static final String COLOURED = """
            ([name, from, to]) => {
              const canvas = document.querySelector('.curves canvas');
              const wanted = document.createElement('canvas').getContext('2d');
              wanted.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
              wanted.fillRect(0, 0, 1, 1);
              const colour = wanted.getImageData(0, 0, 1, 1).data;
              const left = 62;
              const width = canvas.width - left - 14;
              const data = canvas.getContext('2d').getImageData(left + width * from, 0, width * (to - from), canvas.height).data;
              let found = 0;
              for (let i = 0; i < data.length; i += 4) {
                found += [0, 1, 2].every((part) => Math.abs(data[i + part] - colour[part]) < 24) ? 1 : 0;
              }
              return found;
            }""";

    /** Twenty days of a point each ten seconds, a minute at a time, as a page that stays open gets them; "second" is a ramp. */
    private static final String TWENTY_DAYS = """
            async () => {
              const { thinned } = await import(new URL('history.js', location.href).href);
              const minutes = 20 * 24 * 60;
              let points = [];
              let most = 0;
              for (let minute = 0; minute < minutes; minute++) {
                const fresh = [0, 10, 20, 30, 40, 50].map((second) => 60 * minute + second);
                points = thinned([...points, ...fresh.map((second) => ({ at: second * 1000, second, unknown: null }))]);
                most = Math.max(most, points.length);
              }
              const newest = points.at(-1).at;
              const aged = (from, to) => points.filter((point) => newest - point.at > from * 60000 && newest - point.at <= to * 60000);
              const means = (some) => [...new Set(some.map((point) => point.second - point.at / 1000))].join();
              return [
                `at most ${most <= 1600 ? 1600 : most}`,
                `in order ${points.every((point, index) => index === 0 || point.at > points[index - 1].at)}`,
                `days ${Math.floor((newest - points[0].at) / 86400000)}`,
                `seconds ${aged(-1, 15).length}, ${means(aged(-1, 15))}`,
                `minutes ${aged(20, 120).length}, ${means(aged(20, 120))}`,
                `ten minutes ${aged(140, 1440).length}, ${means(aged(140, 1440))}`,
                `hours ${aged(1560, 21600).length}, ${means(aged(1560, 21600))}`,
                `unknown ${points.every((point) => point.unknown === null)}`,
              ];
            }""";

    /** What the stream brings in eight hours after a time, a minute at once. */
    private static final String EIGHT_HOURS = """
            async (end) => {
              const { renderTimeline } = await import(new URL('timeline.js', location.href).href);
              for (let minute = 0; minute < 480; minute++) {
                const seconds = Array.from({ length: 60 }, (each, second) => end + (60 * minute + second + 1) * 1000);
                renderTimeline({ points: seconds.map((at) => ({ at, originCpuMilli: 7000 })), events: [] });
              }
            }""";

    /** A point an hour after a time, and then one a second after it. */
    private static final String SET_BACK = """
            async (end) => {
              const { renderTimeline } = await import(new URL('timeline.js', location.href).href);
              renderTimeline({ points: [{ at: end + 3600000, leaseCpuMilli: 1000 }], events: [] });
              renderTimeline({ points: [{ at: end + 1000, leaseCpuMilli: 2000 }], events: [] });
            }""";

    @BeforeEach
    void drawn() {
        soon().untilAsserted(
                        () -> assertThat(page.locator(".curves canvas").count()).isEqualTo(1));
    }

    private int coloured(String name, double from, double to) {
        return ((Number) page.evaluate(COLOURED, List.of(name, from, to))).intValue();
    }

    private long shownFrom() {
        return Long.parseLong(page.locator(".curves").getAttribute("data-from"));
    }

    private long shownTo() {
        return Long.parseLong(page.locator(".curves").getAttribute("data-to"));
    }

    private void drag(double from, double to) {
        BoundingBox box = page.locator(".curves .u-over").boundingBox();
        page.mouse().move(box.x + box.width * from, box.y + 50);
        page.mouse().down();
        page.mouse().move(box.x + box.width * (from + to) / 2, box.y + 60);
        page.mouse().move(box.x + box.width * to, box.y + 60);
        page.mouse().up();
    }

    private int countedOnMarks() {
        return page.locator(".mark").all().stream()
                .mapToInt(mark -> Integer.parseInt(mark.getAttribute("data-count")))
                .sum();
    }

    @Test
    void marksWhatHappenedWithItsText() {
        assertThat(countedOnMarks()).isEqualTo(7);
        assertThat(page.locator(".mark")
                        .evaluateAll("all => all.map((each) => each.getAttribute('aria-label')).join()"))
                .asString()
                .contains("this replica leads");
    }

    @Test
    void readsOldValuesWithTheArrowKeys() {
        String latest = curve("leaseCpuMilli");

        page.locator(".curves").focus();
        for (int i = 0; i < 140; i++) {
            page.keyboard().press("ArrowLeft");
        }
        assertThat(curve("leaseCpuMilli")).isNotEqualTo(latest);

        page.keyboard().press("Escape");
        assertThat(curve("leaseCpuMilli")).isEqualTo(latest);
    }

    @Test
    void leavesAGapWhereAValueIsNotKnown() {
        assertThat(coloured("online", 0, 1)).isPositive();
        openAt("broken");
        drawn();
        List<?> gap = (List<?>) page.evaluate("""
                async () => {
                  const { points } = await (await fetch('api/v1/timeline')).json();
                  const [first, last] = [points[0].at, points.at(-1).at];
                  const unknown = points.filter((point) => point.prodCpuMilli === null).map((point) => (point.at - first) / (last - first));
                  return [Math.min(...unknown), Math.max(...unknown)].map(String);
                }""");
        double from = Double.parseDouble(gap.get(0).toString());
        double to = Double.parseDouble(gap.get(1).toString());

        assertThat(to - from).isGreaterThan(0.02);
        assertThat(coloured("online", from + 0.005, to - 0.005)).isZero();
        assertThat(coloured("online", 0, from)).isPositive();
    }

    @Test
    void hidesACurveOnRequest() {
        assertThat(coloured("origin", 0, 1)).isPositive();

        page.locator("#timeline-legend .key").first().click();

        assertThat(coloured("origin", 0, 1)).isZero();
        assertThat(coloured("pods", 0, 1)).isPositive();
    }

    @Test
    void cutsOutByDraggingAndComesBackAfterADoubleClick() {
        long from = shownFrom();
        long length = shownTo() - from;

        drag(0.25, 0.75);

        assertThat(shownFrom()).isBetween(from + length / 5, from + length * 3 / 10);
        assertThat(shownTo()).isBetween(from + length * 7 / 10, from + length * 4 / 5);
        assertThat(page.locator("#timeline-all").isVisible()).isTrue();

        page.locator(".curves .u-over").dblclick();

        soon().untilAsserted(() -> assertThat(shownFrom()).isEqualTo(from));
        assertThat(page.locator("#timeline-all").isVisible()).isFalse();
    }

    @Test
    void zoomsWithTheKeyboard() {
        long length = shownTo() - shownFrom();
        page.locator(".curves").focus();

        page.keyboard().press("+");
        assertThat(shownTo() - shownFrom()).isBetween(length * 2 / 5, length * 3 / 5);

        page.keyboard().press("Escape");
        assertThat(shownTo() - shownFrom()).isBetween(length, length + 5_000);
    }

    @Test
    void saysSinceWhenItKnows() {
        assertThat(page.locator("#timeline-since").textContent())
                .startsWith("since ")
                .matches(".*\\d.*");
    }

    @Test
    void makesOldPointsCoarserByTheirAgeAndIsBounded() {
        List<?> found = (List<?>) page.evaluate(TWENTY_DAYS);

        assertThat(found)
                .map(Object::toString)
                .containsExactly(
                        "at most 1600",
                        "in order true",
                        "days 15",
                        "seconds 91, 0",
                        "minutes 100, 25",
                        "ten minutes 130, 295",
                        "hours 334, 1795",
                        "unknown true");
    }

    @Nested
    class OfAWeek {

        private static final long END = 1_795_255_200_000L;

        @BeforeEach
        void openWeek() {
            server.show(week());
            page.reload();
            drawn();
            soon().untilAsserted(() -> assertThat(countedOnMarks()).isPositive());
        }

        private ObjectNode week() {
            ObjectNode scene = PageServer.recorded("steady");
            ObjectNode timeline = (ObjectNode) scene.path("timeline");
            ArrayNode points = timeline.putArray("points");
            ArrayNode events = timeline.putArray("events");
            for (int hour = 0; hour <= 8 * 24; hour++) {
                ObjectNode point = points.addObject().put("at", END - (8 * 24 - hour) * HOUR);
                for (String curve : List.of("origin", "pods", "lease", "rm", "used", "prod")) {
                    point.put(curve + "CpuMilli", 2_000_500 + hour).put(curve + "MemoryBytes", (3L << 40) + hour);
                }
            }
            for (int i = 0; i < EVENTS; i++) {
                events.addObject()
                        .put("at", END - (EVENTS - i) * HOUR / 100)
                        .put("node", "worker-" + i)
                        .put("kind", i % 2 == 0 ? "GROW" : "SHRINK")
                        .put("message", "lease");
            }
            return scene;
        }

        @Test
        void showsTheTimeThatIsAskedFor() {
            assertThat(shownTo() - shownFrom()).isEqualTo(2 * HOUR);

            page.locator("#timeline-range").selectOption("86400");
            assertThat(shownTo() - shownFrom()).isEqualTo(24 * HOUR);

            page.locator("#timeline-range").selectOption("");
            assertThat(shownTo() - shownFrom()).isEqualTo(8 * 24 * HOUR);
        }

        @Test
        void keepsTheWeekWhileThePageStaysOpen() {
            page.locator("#timeline-range").selectOption("");
            page.locator(".values summary").click();
            Locator rows = page.locator(".values tbody tr");
            soon().untilAsserted(() -> assertThat(rows.count()).isBetween(20, 41));
            int before = rows.count();

            page.evaluate(EIGHT_HOURS, (double) END);

            assertThat(shownTo()).isEqualTo(END + 8 * HOUR);
            assertThat(shownTo() - shownFrom()).isEqualTo((8 * 24 + 8) * HOUR);
            assertThat(rows.count()).isGreaterThanOrEqualTo(before);
        }

        @Test
        void goesOnWhenTheClockOfTheOperatorIsSetBack() {
            page.evaluate(SET_BACK, (double) END);

            assertThat(shownTo()).isEqualTo(END + 1_000);
            assertThat(curve("leaseCpuMilli")).isEqualTo("2000");
        }

        @Test
        void foldsManyEventsIntoFewMarksThatListThem() {
            page.locator("#timeline-range").selectOption("86400");
            assertThat(page.locator(".mark").count()).isBetween(2, 20);
            assertThat(countedOnMarks()).isEqualTo(EVENTS);
            Locator mark = page.locator(".mark").first();
            int events = Integer.parseInt(mark.getAttribute("data-count"));
            assertThat(events).isGreaterThan(10);
            assertThat(mark.textContent()).isEqualTo(String.valueOf(events));
            assertThat(mark.getAttribute("aria-label")).contains(events + " events", "grow", "shrink");
            assertThat(mark.getAttribute("data-kind")).isEqualTo("SHRINK");

            mark.click();

            assertThat(page.locator(".events li").count()).isEqualTo(events);
            assertThat(page.locator(".events").isVisible()).isTrue();
            assertThat(page.locator(".events li").last().textContent()).contains("worker-0");
            window.screenshots("timeline-folded");

            page.locator("#timeline button")
                    .filter(new Locator.FilterOptions().setHasText("All events"))
                    .click();
            assertThat(page.locator(".events li").count()).isEqualTo(60);
        }

        @Test
        void marksDoNotOverlap() {
            page.locator("#timeline-range").selectOption("7200");
            List<BoundingBox> boxes = page.locator(".mark").all().stream()
                    .map(Locator::boundingBox)
                    .toList();

            assertThat(boxes).hasSizeGreaterThan(10);
            for (int i = 1; i < boxes.size(); i++) {
                assertThat(boxes.get(i).x).isGreaterThanOrEqualTo(boxes.get(i - 1).x + boxes.get(i - 1).width);
            }
        }

        @Test
        void showsMemoryInsteadOfCpu() {
            assertThat(curveText("originCpuMilli")).isEqualTo("2,001");
            double cores = Double.parseDouble(page.locator(".curves").getAttribute("data-top"));

            page.locator("#timeline-resource").selectOption("memory");

            assertThat(curveText("originMemoryBytes")).isEqualTo("3 Ti");
            assertThat(page.locator(".curves").getAttribute("aria-label")).startsWith("Memory");
            assertThat(cores).isBetween(2_000_000.0, 4_000_000.0);
            assertThat(Double.parseDouble(page.locator(".curves").getAttribute("data-top")) / (1L << 40))
                    .isBetween(3.1, 5.0);
        }

        private String curveText(String field) {
            return page.locator("[data-timeline][data-field=" + field + "]").textContent();
        }

        @Test
        void givesTheValuesAsATable() {
            page.locator("#timeline-range").selectOption("");
            page.locator(".values summary").focus();
            page.keyboard().press("Enter");

            Locator rows = page.locator(".values tbody tr");
            soon().untilAsserted(() -> assertThat(rows.count()).isBetween(8, 41));
            assertThat(page.locator(".values thead th").allTextContents())
                    .containsExactly(
                            "Time", "batch origin", "YARN lease", "RM sees", "RM gave", "batch pods", "online");
            assertThat(rows.first().locator("td").allTextContents()).containsOnly("2,001");

            page.locator("#timeline-resource").selectOption("memory");

            assertThat(rows.first().locator("td").allTextContents()).containsOnly("3 Ti");
            assertThat(Accessibility.of(page).violations()).isEmpty();
        }
    }
}
