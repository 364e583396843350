package io.koordbridge.colo.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.table.ResourceAmount;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Quotas as a table, a line for each resource, children under their parents. */
@PureCore
final class QuotaTreeFormatter {

    private static final List<String> HEADER = List.of("QUOTA", "RESOURCE", "MIN", "MAX", "RUNTIME", "USED", "REQUEST");
    private static final List<String> LISTS = List.of("min", "max", "runtime", "used", "request");

    private QuotaTreeFormatter() {}

    static String of(JsonNode quotas) {
        List<List<String>> rows = new ArrayList<>();
        Set<String> shown = new HashSet<>();
        quotas.properties().forEach(one -> {
            if (!quotas.has(one.getValue().path("parent").asText())) {
                add(one.getKey(), 0, quotas, shown, rows);
            }
        });
        return TextTable.of(HEADER, rows);
    }

    private static void add(String name, int depth, JsonNode quotas, Set<String> shown, List<List<String>> rows) {
        if (!shown.add(name)) {
            return;
        }
        JsonNode quota = quotas.path(name);
        Set<String> resources = new TreeSet<>();
        LISTS.forEach(list -> quota.path(list).fieldNames().forEachRemaining(resources::add));
        String label = "  ".repeat(depth)
                + name
                + (quota.path("tree").asText().isEmpty()
                        ? ""
                        : " (tree " + quota.path("tree").asText() + ")");
        if (resources.isEmpty()) {
            rows.add(List.of(label, "-", "-", "-", "-", "-", "-"));
        }
        for (String resource : resources) {
            List<String> row = new ArrayList<>(List.of(label, resource));
            for (String list : LISTS) {
                JsonNode amount = quota.path(list).path(resource);
                row.add(amount.isMissingNode() ? "-" : ResourceAmount.of(resource, amount.asLong()));
            }
            rows.add(row);
            label = "";
        }
        quotas.properties().forEach(one -> {
            if (name.equals(one.getValue().path("parent").asText())) {
                add(one.getKey(), depth + 1, quotas, shown, rows);
            }
        });
    }
}
