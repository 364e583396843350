package io.koordbridge.colo.nodes;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.answers.NodesAnswer.Shrink;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Nodes as text. */
@PureCore
final class NodeTable {
    private static final List<String> HEADER = List.of(
            "NODE",
            "CLUSTER",
            "ORIGIN",
            "PODS",
            "YARN-LEASE",
            "RM-SEES",
            "YARN-ALLOC",
            "FREE",
            "ONLINE",
            "AGE",
            "STATE",
            "LEFT",
            "LEDGER");

    private static final List<String> WIDE = Stream.concat(
                    HEADER.stream(),
                    Stream.of("NODEMANAGER", "YARN-USES", "RM-VCORES", "ALLOC-VCORES", "OTHERS", "REASON"))
            .toList();

    private NodeTable() {}

    static String of(List<Node> nodes, boolean wide) {
        return wide
                ? TextTable.of(WIDE, nodes.stream().map(NodeTable::wideRow).toList())
                : TextTable.of(HEADER, nodes.stream().map(NodeTable::row).toList());
    }

    private static List<String> wideRow(Node node) {
        return Stream.concat(
                        row(node).stream(),
                        Stream.of(
                                text(node.nodeId()),
                                Amounts.pair(
                                        Amounts.cores(node.yarnUsageCpuMilli()),
                                        Amounts.bytes(node.yarnUsageMemoryBytes())),
                                Amounts.count(node.rmVcores()),
                                Amounts.count(node.usedVcores()),
                                others(node),
                                text(node.reason())))
                .toList();
    }

    private static String others(Node node) {
        Map<String, Long> others = node.otherResources();
        return others == null
                ? "-"
                : others.entrySet().stream()
                        .map(one -> one.getKey() + " " + one.getValue())
                        .sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String text(@Nullable String value) {
        return value == null || value.isEmpty() ? Amounts.UNKNOWN : value;
    }

    private static String left(Node node) {
        Shrink shrink = node.shrink();
        return shrink == null ? Amounts.UNKNOWN : Amounts.left(shrink.secondsLeft());
    }

    private static List<String> row(Node node) {
        return List.of(
                node.name(),
                node.cluster() == null ? Amounts.UNKNOWN : node.cluster(),
                Amounts.pair(Amounts.cores(node.originCpuMilli()), Amounts.bytes(node.originMemoryBytes())),
                Amounts.pair(Amounts.cores(node.podsCpuMilli()), Amounts.bytes(node.podsMemoryBytes())),
                Amounts.pair(Amounts.cores(node.leaseCpuMilli()), Amounts.bytes(node.leaseMemoryBytes())),
                Amounts.pair(Amounts.cores(node.rmCpuMilli()), Amounts.mebibytes(node.rmMemoryMb())),
                Amounts.pair(Amounts.cores(node.usedCpuMilli()), Amounts.mebibytes(node.usedMemoryMb())),
                Amounts.pair(Amounts.cores(node.freeCpuMilli()), Amounts.bytes(node.freeMemoryBytes())),
                Amounts.pair(Amounts.cores(node.prodCpuMilli()), Amounts.bytes(node.prodMemoryBytes())),
                Amounts.age(node.metricAgeSeconds()),
                node.state(),
                left(node),
                node.verdict());
    }
}
