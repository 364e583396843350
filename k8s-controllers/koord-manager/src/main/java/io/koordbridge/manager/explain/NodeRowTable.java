package io.koordbridge.manager.explain;

import io.koordbridge.page.table.TableView;
import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the table of nodes is searched and sorted. */
@PureCore
public final class NodeRowTable {

    public static final TableView<NodeRow> VIEW = new TableView<>(
            NodeRow::name,
            row -> row.state().name(),
            Arrays.stream(NodeRow.State.values()).map(Enum::name).toList(),
            row -> TableView.words(row.name(), row.state(), row.reason(), String.join(" ", row.problems())),
            columns());

    private NodeRowTable() {}

    private static Map<String, Function<NodeRow, @Nullable Number>> columns() {
        return Map.ofEntries(
                Map.entry("capacityCpuMilli", NodeRow::capacityCpuMilli),
                Map.entry("capacityMemoryBytes", NodeRow::capacityMemoryBytes),
                Map.entry("onlineCpuMilli", NodeRow::onlineCpuMilli),
                Map.entry("onlineMemoryBytes", NodeRow::onlineMemoryBytes),
                Map.entry("originCpuMilli", NodeRow::originCpuMilli),
                Map.entry("originMemoryBytes", NodeRow::originMemoryBytes),
                Map.entry("thirdPartyCpuMilli", NodeRow::thirdPartyCpuMilli),
                Map.entry("thirdPartyMemoryBytes", NodeRow::thirdPartyMemoryBytes),
                Map.entry("batchCpuMilli", NodeRow::batchCpuMilli),
                Map.entry("batchMemoryBytes", NodeRow::batchMemoryBytes),
                Map.entry("midCpuMilli", NodeRow::midCpuMilli),
                Map.entry("midMemoryBytes", NodeRow::midMemoryBytes),
                Map.entry("metricAgeSeconds", NodeRow::metricAgeSeconds),
                Map.entry("lastWriteSeconds", NodeRow::lastWriteSeconds),
                Map.entry("problems", row -> row.problems().size()));
    }
}
