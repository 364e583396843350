package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Page;
import io.koordbridge.it.operator.OperatorApi;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** Compares every number on the page with the API behind it. */
final class PageNumbers {
    private static final String AGE = "metricAgeSeconds";
    private static final List<String> UNITS = List.of("CpuMilli", "MemoryBytes");
    private static final List<String> TOTALS =
            List.of("capacity", "prod", "origin", "pods", "lease", "used", "yarnUsage");
    private static final List<String> NODE_FIELDS = List.of(
            "originCpuMilli",
            "originMemoryBytes",
            "podsCpuMilli",
            "podsMemoryBytes",
            "leaseCpuMilli",
            "leaseMemoryBytes",
            "rmCpuMilli",
            "rmMemoryMb",
            "usedCpuMilli",
            "usedMemoryMb",
            "yarnUsageCpuMilli",
            "yarnUsageMemoryBytes",
            "freeCpuMilli",
            "freeMemoryBytes",
            "prodCpuMilli",
            "prodMemoryBytes",
            AGE);
    private static final List<String> LEDGER_FIELDS = List.of("origin", "pods", "yarn", "thirdParty", "sum", "excess");
    private static final List<String> CURVES =
            List.of("originCpuMilli", "leaseCpuMilli", "rmCpuMilli", "usedCpuMilli", "podsCpuMilli", "prodCpuMilli");

    private PageNumbers() {}

    /** The API moves on between two reads: waits until the page has caught up with one answer of each path. */
    static void awaitEqual(Page page, URI base) {
        awaitEqual(page, base, number -> true);
    }

    /** An age is another one at each read: ages only have to be near. */
    static void awaitEqualBesidesAges(Page page, URI base) {
        awaitEqual(page, base, number -> !number.field().equals(AGE));
        OperatorApi api = new OperatorApi(base);
        await().pollInSameThread().untilAsserted(() -> assertNearAges(page, api));
    }

    private static void assertNearAges(Page page, OperatorApi api) {
        List<ShownNumber> shown = ShownNumber.of(page).stream()
                .filter(number -> number.field().equals(AGE))
                .toList();
        JsonNode nodes = api.read("nodes").path("nodes");
        assertThat(shown).hasSize(nodes.size());
        for (JsonNode node : nodes) {
            String group = "node " + node.path("name").asText();
            ShownNumber age = shown.stream()
                    .filter(number -> number.group().equals(group))
                    .findFirst()
                    .orElseThrow();
            assertThat(node.path(AGE).asDouble() - Double.parseDouble(age.raw()))
                    .isBetween(-1.0, 5.0);
        }
    }

    private static void awaitEqual(Page page, URI base, Predicate<ShownNumber> compared) {
        OperatorApi api = new OperatorApi(base);
        await().pollInSameThread().untilAsserted(() -> {
            List<ShownNumber> expected = expected(api).stream().filter(compared).toList();
            assertThat(ShownNumber.of(page).stream().filter(compared)).containsExactlyInAnyOrderElementsOf(expected);
        });
    }

    static List<ShownNumber> expected(OperatorApi api) {
        List<ShownNumber> all = new ArrayList<>();
        JsonNode nodes = api.read("nodes").path("nodes");
        addTotals(all, api.read("status").path("totals"), nodes);
        for (JsonNode node : nodes) {
            String group = "node " + node.path("name").asText();
            NODE_FIELDS.forEach(field -> all.add(ShownNumber.expected(group, field, node.path(field))));
            all.add(ShownNumber.word(group, "state", node.path("state")));
            all.add(ShownNumber.word(group, "verdict", node.path("verdict")));
        }
        for (JsonNode row : api.read("ledger").path("rows")) {
            String group = "ledger " + row.path("node").asText() + " "
                    + row.path("resource").asText();
            LEDGER_FIELDS.forEach(field -> all.add(ShownNumber.expected(group, field, row.path(field))));
        }
        addTimeline(all, api.read("timeline?since=0").path("points"));
        return all;
    }

    private static void addTotals(List<ShownNumber> all, JsonNode totals, JsonNode nodes) {
        for (String unit : UNITS) {
            for (String field : TOTALS) {
                all.add(ShownNumber.expected("totals", field + unit, totals.path(field + unit)));
            }
            boolean known = StreamSupport.stream(nodes.spliterator(), false)
                    .anyMatch(node -> node.path("origin" + unit).isNumber());
            JsonNodeFactory json = JsonNodeFactory.instance;
            ShownNumber.freeAndExcess(nodes, unit)
                    .forEach((field, value) -> all.add(
                            ShownNumber.expected("totals", field, known ? json.numberNode(value) : json.nullNode())));
        }
    }

    private static void addTimeline(List<ShownNumber> all, JsonNode points) {
        for (String field : CURVES) {
            if (points.isEmpty()) {
                all.add(new ShownNumber("timeline", field, "", ""));
            } else {
                all.add(ShownNumber.expected(
                        "timeline", field, points.path(points.size() - 1).path(field)));
            }
        }
    }
}
