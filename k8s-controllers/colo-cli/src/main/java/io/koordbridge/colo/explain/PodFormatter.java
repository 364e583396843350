package io.koordbridge.colo.explain;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.table.TextTable;
import java.util.ArrayList;
import java.util.List;

/** The report of a pod as text; amounts in base units (cpu in milli-cores, memory in bytes). */
final class PodFormatter {

    private PodFormatter() {}

    static String of(JsonNode report) {
        List<String> lines = new ArrayList<>();
        String node = report.path("node").asText("");
        lines.add("Pod " + report.path("pod").asText() + ": "
                + report.path("state").asText() + (report.path("node").isTextual() ? " on " + node : ""));
        if (!report.path("scheduler").asText("").isEmpty()) {
            lines.add("kube-scheduler: " + report.path("scheduler").asText());
        }
        if (report.path("nodes").isObject()) {
            nodes(report.path("nodes"), lines);
        }
        report.path("gate").forEach(line -> lines.add(line.asText()));
        JsonNode filter = report.path("filter");
        if (filter.isObject()) {
            lines.add("Last filter %s: %d nodes asked about, %d fit, %d offered"
                    .formatted(
                            filter.path("at").asText(),
                            filter.path("candidates").asInt(),
                            filter.path("fitting").asInt(),
                            filter.path("offered").asInt()));
            filter.path("refused").forEach(reason -> reason(reason, lines));
        } else if (!report.path("bind").isObject()) {
            lines.add("Never filtered: kube-scheduler found no node to ask about, or has not come to the pod yet.");
        }
        if (report.path("bind").isObject()) {
            bind(report.path("bind"), lines);
        }
        return String.join("\n", lines);
    }

    private static void nodes(JsonNode nodes, List<String> lines) {
        lines.add("Fits by kube-scheduler's own checks: %d of %d nodes"
                .formatted(nodes.path("fitting").asInt(), nodes.path("nodes").asInt()));
        nodes.path("refused")
                .properties()
                .forEach(reason -> lines.add("  %s: %d nodes"
                        .formatted(reason.getKey(), reason.getValue().asInt())));
        nodes.path("unchecked").forEach(constraint -> lines.add("  not checked here: " + constraint.asText()));
    }

    private static void reason(JsonNode reason, List<String> lines) {
        JsonNode example = reason.path("example");
        lines.add("");
        lines.add("%d nodes refused: %s"
                .formatted(reason.path("nodes").asInt(), reason.path("reason").asText()));
        lines.add("Goes with: " + reason.path("wokenBy").asText());
        lines.add("For example " + example.path("node").asText() + ":");
        List<List<String>> rows = new ArrayList<>();
        example.path("resources")
                .properties()
                .forEach(one -> rows.add(List.of(
                        one.getKey(),
                        one.getValue().path("pod").asText(),
                        one.getValue().path("requested").asText(),
                        one.getValue().path("allocatable").asText(),
                        one.getValue().path("free").asText())));
        if (!rows.isEmpty()) {
            lines.add(TextTable.of(List.of("RESOURCE", "POD", "REQUESTED", "ALLOCATABLE", "FREE"), rows));
        }
        example.path("freeByNumaNode")
                .properties()
                .forEach(one -> lines.add("NUMA node " + one.getKey() + " free: " + one.getValue()));
        example.path("details").forEach(detail -> lines.add(detail.asText()));
    }

    private static void bind(JsonNode bind, List<String> lines) {
        lines.add("");
        String problem = bind.path("problem").asText("");
        lines.add("Last bind " + bind.path("at").asText() + " to "
                + bind.path("node").asText() + ": " + (problem.isEmpty() ? "bound" : problem));
        bind.path("scores")
                .properties()
                .forEach(score -> lines.add("score of " + score.getKey() + ": " + score.getValue()));
        if (!bind.path("cpus").asText("").isEmpty()) {
            lines.add("CPUs of its own: " + bind.path("cpus").asText());
        }
        bind.path("numaNodes")
                .properties()
                .forEach(one -> lines.add("from NUMA node " + one.getKey() + ": " + one.getValue()));
    }
}
