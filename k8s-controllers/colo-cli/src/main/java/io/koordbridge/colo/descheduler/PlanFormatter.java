package io.koordbridge.colo.descheduler;

import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.ResourceUse;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.ResourceAmount;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan as text: the sum of it, nodes with their thresholds, victims, pods that stay. */
@PureCore
final class PlanFormatter {
    private static final List<String> NODES =
            List.of("NODE", "POOL", "STATE", "RESOURCE", "USED", "LOW", "HIGH", "CAPACITY", "REMARK");
    private static final List<String> VICTIMS = List.of("POD", "FROM", "TO", "PLUGIN", "REASON");
    private static final List<String> KEPT = List.of("POD", "NODE", "CHECK", "WHY");

    private PlanFormatter() {}

    static String of(DeschedulerPlanAnswer plan) {
        List<String> parts = new ArrayList<>();
        parts.add("Plan of " + plan.time() + ": " + count(plan.victims().size(), "pod") + " would be evicted, "
                + count(plan.kept().size(), "pod") + " of overloaded nodes would stay"
                + (plan.dryRun() ? "; dryRun is on, nothing is evicted" : ""));
        if (plan.waitsFor() != null) {
            parts.add("The next run decides nothing: " + plan.waitsFor());
        }
        table(NODES, plan.nodes().stream().flatMap(node -> rows(node).stream()).toList(), parts);
        table(
                VICTIMS,
                plan.victims().stream()
                        .map(pod -> List.of(pod.pod(), pod.from(), to(pod.to()), pod.plugin(), pod.reason()))
                        .toList(),
                parts);
        table(
                KEPT,
                plan.kept().stream()
                        .map(pod -> List.of(pod.pod(), pod.node(), pod.check(), pod.message()))
                        .toList(),
                parts);
        return String.join("\n\n", parts);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static void table(List<String> header, List<List<String>> rows, List<String> parts) {
        if (!rows.isEmpty()) {
            parts.add(TextTable.of(header, rows));
        }
    }

    private static List<List<String>> rows(NodeUse node) {
        String remark = node.reason() == null ? "" : node.reason();
        if (node.resources().isEmpty()) {
            String none = Amounts.UNKNOWN;
            return List.of(List.of(node.node(), node.pool(), node.state(), none, none, none, none, none, remark));
        }
        return node.resources().stream().map(use -> row(node, use, remark)).toList();
    }

    private static List<String> row(NodeUse node, ResourceUse use, String remark) {
        String resource = use.resource();
        return List.of(
                node.node(),
                node.pool(),
                node.state(),
                resource + (use.ofProdPods() ? " (prod)" : ""),
                amount(resource, use.used()) + share(use.used(), use.capacity()),
                amount(resource, use.low()),
                amount(resource, use.high()),
                amount(resource, use.capacity()),
                remark);
    }

    private static String amount(String resource, @Nullable Long amount) {
        return amount == null ? Amounts.UNKNOWN : ResourceAmount.of(resource, amount);
    }

    /** Percent, rounded down, so that a node at its threshold does not look above it. */
    private static String share(@Nullable Long used, @Nullable Long capacity) {
        return used == null || capacity == null || capacity <= 0
                ? ""
                : " (" + (long) Math.floor(100.0 * used / capacity) + "%)";
    }

    private static String to(List<String> nodes) {
        if (nodes.isEmpty()) {
            return Amounts.UNKNOWN;
        }
        return nodes.get(0) + (nodes.size() > 1 ? " or " + count(nodes.size() - 1, "other") : "");
    }
}
