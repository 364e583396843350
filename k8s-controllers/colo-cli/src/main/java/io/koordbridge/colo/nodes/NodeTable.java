package io.koordbridge.colo.nodes;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.List;

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
            "LEDGER");

    private NodeTable() {}

    static String of(List<Node> nodes) {
        return TextTable.of(HEADER, nodes.stream().map(NodeTable::row).toList());
    }

    private static List<String> row(Node node) {
        return List.of(
                node.name(),
                node.cluster() == null ? Amounts.UNKNOWN : node.cluster(),
                Amounts.pair(Amounts.cores(node.originCpuMilli()), Amounts.bytes(node.originMemoryBytes())),
                Amounts.pair(Amounts.cores(node.podsCpuMilli()), Amounts.bytes(node.podsMemoryBytes())),
                Amounts.pair(Amounts.cores(node.leaseCpuMilli()), Amounts.bytes(node.leaseMemoryBytes())),
                Amounts.pair(Amounts.count(node.rmVcores()), Amounts.mebibytes(node.rmMemoryMb())),
                Amounts.pair(Amounts.count(node.usedVcores()), Amounts.mebibytes(node.usedMemoryMb())),
                Amounts.pair(Amounts.cores(node.freeCpuMilli()), Amounts.bytes(node.freeMemoryBytes())),
                Amounts.pair(Amounts.cores(node.prodCpuMilli()), Amounts.bytes(node.prodMemoryBytes())),
                Amounts.age(node.metricAgeSeconds()),
                node.state(),
                node.verdict());
    }
}
