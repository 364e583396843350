package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodTimes;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The load of a node for people; amounts in base units (cpu in milli-cores, memory in bytes).
 *
 * @param updatedAt time of the last report, null when it has none
 * @param expired whether that is too old
 * @param capacity what the node has without amplification
 * @param nodeUsage reported of the node, null when the report does not say
 * @param nodeDelta expected of pods beyond the report
 * @param prodUsage reported of prod pods
 * @param prodDelta expected of prod pods beyond the report
 * @param expected expected of all pods together
 * @param thresholds in force, in percent
 */
@PureCore
record LoadReport(
        @Nullable String updatedAt,
        boolean expired,
        SortedMap<String, Long> capacity,
        @Nullable SortedMap<String, Long> nodeUsage,
        SortedMap<String, Long> nodeDelta,
        SortedMap<String, Long> prodUsage,
        SortedMap<String, Long> prodDelta,
        SortedMap<String, Long> expected,
        Limits thresholds) {

    /** Thresholds by resource. */
    record Limits(Map<String, Long> usage, Map<String, Long> prod, Thresholds.@Nullable OfAggregation aggregated) {}

    static @Nullable LoadReport of(NodeView node, LoadRules rules) {
        NodeLoad load = NodeLoad.of(node, rules);
        if (load == null) {
            return null;
        }
        UsageReport report = load.report();
        Thresholds thresholds = Thresholds.of(rules.thresholds(), LoadFilter.limits(node));
        return new LoadReport(
                report.updatedMillis() == PodTimes.UNKNOWN
                        ? null
                        : Instant.ofEpochMilli(report.updatedMillis()).toString(),
                report.expired(),
                LoadFilter.limits(node).capacity(node.allocatable()).amounts(),
                report.node() == null ? null : report.node().amounts(),
                load.nodeDelta().amounts(),
                load.prodUsage().amounts(),
                load.prodDelta().amounts(),
                load.expected().amounts(),
                new Limits(thresholds.usage(), thresholds.prod(), thresholds.aggregated()));
    }
}
