package io.koordbridge.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a replay found.
 *
 * @param nodes in the order of the traces
 * @param pools by name
 */
public record ReplayResult(List<NodeResult> nodes, List<Pool> pools, Totals total) {

    public ReplayResult {
        nodes = List.copyOf(nodes);
        pools = List.copyOf(pools);
    }

    /** Figures of the nodes of a pool. */
    public record Pool(String name, Totals totals) {}

    /** Sums up by pool and in all. */
    public static ReplayResult of(List<NodeResult> nodes) {
        Map<String, List<NodeResult>> byPool =
                nodes.stream().collect(Collectors.groupingBy(NodeResult::pool, TreeMap::new, Collectors.toList()));
        List<Pool> pools = byPool.entrySet().stream()
                .map(pool -> new Pool(pool.getKey(), Totals.of(pool.getValue())))
                .toList();
        return new ReplayResult(nodes, pools, Totals.of(nodes));
    }
}
