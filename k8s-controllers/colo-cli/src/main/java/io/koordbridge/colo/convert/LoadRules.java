package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Arguments of LoadAwareScheduling. */
@PureCore
final class LoadRules {

    private static final String SECTION = "config.loadAware.";
    private static final String[] PERCENTILES = {"", "avg", "p50", "p90", "p95", "p99"};

    static final List<FieldRule> ALL = List.of(
            to("filterExpiredNodeMetrics", Shapes.flag()),
            to("nodeMetricExpirationSeconds", Shapes.number(1, Integer.MAX_VALUE)),
            to("enableScheduleWhenNodeMetricsExpired", Shapes.flag()),
            to("resourceWeights", Shapes.numbers(1, 100)),
            to("dominantResourceWeight", Shapes.number(0, 100)),
            to("usageThresholds", Shapes.numbers(0, 100)),
            to("prodUsageThresholds", Shapes.numbers(0, 100)),
            to("prodUsageIncludeSys", Shapes.flag()),
            to("scoreAccordingProdUsage", Shapes.flag()),
            to("estimatedScalingFactors", Shapes.numbers(1, 100)),
            to("estimatedSecondsAfterPodScheduled", Shapes.number(0, Integer.MAX_VALUE)),
            to("estimatedSecondsAfterInitialized", Shapes.number(0, Integer.MAX_VALUE)),
            to("allowCustomizeEstimation", Shapes.flag()),
            to("supportedResources", Shapes.names()),
            FieldRule.none("estimator", "There is one estimator here, the default one.", "", "defaultEstimator"),
            FieldRule.inside(
                    "aggregated",
                    List.of(
                            aggregated("usageThresholds", Shapes.numbers(0, 100)),
                            aggregated("usageAggregationType", Shapes.oneOf(PERCENTILES)),
                            aggregated("usageAggregatedDuration", Shapes.window()),
                            aggregated("scoreAggregationType", Shapes.oneOf(PERCENTILES)),
                            aggregated("scoreAggregatedDuration", Shapes.window()))));

    private LoadRules() {}

    private static FieldRule to(String field, Shape shape) {
        return FieldRule.to(field, SECTION + field, shape);
    }

    private static FieldRule aggregated(String field, Shape shape) {
        return FieldRule.to(field, SECTION + "aggregated." + field, shape);
    }

    /** A resource that is weighted needs an estimate; cpu and memory have one. */
    static void check(Draft draft) {
        Set<String> estimated = new TreeSet<>(Set.of("cpu", "memory"));
        draft.get(SECTION + "estimatedScalingFactors").fieldNames().forEachRemaining(estimated::add);
        JsonNode weights = draft.get(SECTION + "resourceWeights");
        weights.fieldNames().forEachRemaining(name -> {
            if (!estimated.contains(name)) {
                throw new RefusedFieldException(
                        "resourceWeights." + name,
                        weights.get(name).toString(),
                        "resources with an entry in estimatedScalingFactors: " + String.join(", ", estimated));
            }
        });
    }
}
