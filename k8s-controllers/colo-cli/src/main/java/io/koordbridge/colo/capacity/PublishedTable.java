package io.koordbridge.colo.capacity;

import io.koordbridge.colo.answer.PublishedAnswer.Node;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.stream.Stream;

/** Nodes as text. */
@PureCore
final class PublishedTable {
    private static final List<String> HEADER =
            List.of("NODE", "CAPACITY", "ONLINE", "ORIGIN", "YARN", "BATCH", "MID", "AGE", "STATE", "WHY");
    private static final String AS_CALCULATED = "CALCULATED";
    private static final String HELD_BACK = "HELD_BACK";

    private static final List<String> WIDE =
            Stream.concat(HEADER.stream(), Stream.of("REASON", "DUE")).toList();

    private PublishedTable() {}

    static String of(List<Node> nodes, boolean wide) {
        return wide
                ? TextTable.of(WIDE, nodes.stream().map(PublishedTable::wideRow).toList())
                : TextTable.of(HEADER, nodes.stream().map(PublishedTable::row).toList());
    }

    private static List<String> wideRow(Node node) {
        return Stream.concat(
                        row(node).stream(),
                        Stream.of(node.reason(), node.dueAt() == null ? Amounts.UNKNOWN : node.dueAt()))
                .toList();
    }

    private static List<String> row(Node node) {
        return List.of(
                node.name(),
                Amounts.pair(Amounts.cores(node.capacityCpuMilli()), Amounts.bytes(node.capacityMemoryBytes())),
                Amounts.pair(Amounts.cores(node.onlineCpuMilli()), Amounts.bytes(node.onlineMemoryBytes())),
                Amounts.pair(Amounts.cores(node.originCpuMilli()), Amounts.bytes(node.originMemoryBytes())),
                Amounts.pair(Amounts.cores(node.thirdPartyCpuMilli()), Amounts.bytes(node.thirdPartyMemoryBytes())),
                Amounts.pair(Amounts.cores(node.batchCpuMilli()), Amounts.bytes(node.batchMemoryBytes())),
                Amounts.pair(Amounts.cores(node.midCpuMilli()), Amounts.bytes(node.midMemoryBytes())),
                Amounts.age(node.metricAgeSeconds()),
                node.state(),
                why(node));
    }

    private static String why(Node node) {
        if (!node.problems().isEmpty()) {
            return String.join("; ", node.problems());
        }
        if (node.reason().equals(HELD_BACK) && node.dueAt() != null) {
            return "a small change, due at " + node.dueAt();
        }
        return node.reason().equals(AS_CALCULATED) ? "" : node.reason();
    }
}
