package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much of its capacity a node may use, in percent by resource; a resource that is missing or 0 is not checked.
 *
 * @param usage thresholds of its use now
 * @param prod thresholds of the use by its prod pods, for prod pods
 * @param aggregated of a percentile, null for none
 */
@PureCore
record Thresholds(
        Map<String, Long> usage,
        Map<String, Long> prod,
        @Nullable OfAggregation aggregated) {

    Thresholds {
        usage = Map.copyOf(usage);
        prod = Map.copyOf(prod);
    }

    /** Thresholds of a percentile. */
    record OfAggregation(UsageReport.Aggregation of, Map<String, Long> percents) {

        OfAggregation {
            percents = Map.copyOf(percents);
        }
    }

    /** Those in force for a node: each part that the node says replaces the configured one. */
    static Thresholds of(Thresholds configured, LoadLimits node) {
        return new Thresholds(
                node.usage().isEmpty() ? configured.usage : node.usage(),
                node.prod().isEmpty() ? configured.prod : node.prod(),
                node.aggregated() == null ? configured.aggregated : node.aggregated());
    }

    /** Whether a pod is checked against prod usage. */
    boolean forProd(PriorityClass pod) {
        return pod == PriorityClass.PROD && prod.values().stream().anyMatch(percent -> percent != 0);
    }
}
