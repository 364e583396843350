package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What annotations of a node say of its load.
 *
 * @param raw capacity without amplification, of the resources that the annotation names
 * @param usage thresholds instead of the configured ones, empty for none
 * @param prod the same for prod pods
 * @param aggregated the same of a percentile, null for none
 * @param problems annotations that could not be used, for people
 */
@PureCore
record LoadLimits(
        ResourceVector raw,
        Map<String, Long> usage,
        Map<String, Long> prod,
        Thresholds.@Nullable OfAggregation aggregated,
        List<String> problems) {

    static final LoadLimits NONE = new LoadLimits(ResourceVector.EMPTY, Map.of(), Map.of(), null, List.of());

    LoadLimits {
        usage = Map.copyOf(usage);
        prod = Map.copyOf(prod);
        problems = List.copyOf(problems);
    }

    /** What a node with this allocatable really has. */
    ResourceVector capacity(ResourceVector allocatable) {
        return raw.names().isEmpty() ? allocatable : allocatable.replacedBy(raw);
    }
}
