package io.koordbridge.page.capacity;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.page.table.TableView;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the table of nodes with YARN is searched and sorted. */
@PureCore
public final class NodeTable {

    private static final List<String> STATES =
            List.of("STEADY", "GROWING", "SHRINKING", "CLOSED", "STALE", "UNMATCHED");
    /** Worst first, as in the ledger. */
    static final List<String> VERDICTS = List.of("BROKEN", "DRAINING", "NO_DATA", "OK");

    public static final TableView<Node> VIEW =
            new TableView<>(Node::name, Node::state, STATES, NodeTable::words, columns());

    private NodeTable() {}

    private static String words(Node node) {
        return TableView.words(node.name(), node.cluster(), node.nodeId(), node.state(), node.reason());
    }

    private static Map<String, Function<Node, @Nullable Number>> columns() {
        return Map.ofEntries(
                Map.entry("originCpuMilli", Node::originCpuMilli),
                Map.entry("originMemoryBytes", Node::originMemoryBytes),
                Map.entry("podsCpuMilli", Node::podsCpuMilli),
                Map.entry("podsMemoryBytes", Node::podsMemoryBytes),
                Map.entry("leaseCpuMilli", Node::leaseCpuMilli),
                Map.entry("leaseMemoryBytes", Node::leaseMemoryBytes),
                Map.entry("rmVcores", Node::rmVcores),
                Map.entry("rmMemoryMb", Node::rmMemoryMb),
                Map.entry("rmCpuMilli", Node::rmCpuMilli),
                Map.entry("usedVcores", Node::usedVcores),
                Map.entry("usedMemoryMb", Node::usedMemoryMb),
                Map.entry("usedCpuMilli", Node::usedCpuMilli),
                Map.entry("freeCpuMilli", Node::freeCpuMilli),
                Map.entry("freeMemoryBytes", Node::freeMemoryBytes),
                Map.entry("prodCpuMilli", Node::prodCpuMilli),
                Map.entry("prodMemoryBytes", Node::prodMemoryBytes),
                Map.entry("yarnUsageCpuMilli", Node::yarnUsageCpuMilli),
                Map.entry("yarnUsageMemoryBytes", Node::yarnUsageMemoryBytes),
                Map.entry("metricAgeSeconds", Node::metricAgeSeconds),
                Map.entry("verdict", node -> VERDICTS.indexOf(node.verdict())));
    }
}
