package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The nodes of one pool.
 *
 * @param keys resources that are compared
 * @param measured with a good and fresh report, by name
 * @param unusable the others, each with the reason
 */
@PureCore
record PoolNodes(LoadKeys keys, List<NodeLoad> measured, Map<String, String> unusable) {

    PoolNodes {
        measured = List.copyOf(measured);
        unusable = Map.copyOf(unusable);
    }

    /**
     * Measures nodes.
     *
     * @param moved what the run has moved already in pools before this one
     */
    static PoolNodes of(LoadPool pool, List<NodeFacts> nodes, RunView view, Duration expiration, MovedPods moved) {
        LoadKeys keys = LoadKeys.of(pool);
        List<NodeLoad> measured = new ArrayList<>();
        Map<String, String> unusable = new TreeMap<>();
        for (NodeFacts node : nodes) {
            Optional<LoadReport> report = view.report(node.name());
            String problem = ReportCheck.problem(report, view.now(), expiration);
            if (report.isPresent() && problem.isEmpty()) {
                NodeLoad load = NodeLoad.of(keys, node, report.get(), view.podsOn(node.name()));
                moved.apply(load);
                problem = load.lack();
                if (problem.isEmpty()) {
                    measured.add(load);
                }
            }
            if (!problem.isEmpty()) {
                unusable.put(node.name(), problem);
            }
        }
        measured.sort(Comparator.comparing(NodeLoad::name));
        PoolPercents percents = new PoolPercents(pool.thresholds(), keys, measured);
        measured.replaceAll(node -> node.with(percents.of(node.capacity())));
        return new PoolNodes(keys, measured, unusable);
    }
}
