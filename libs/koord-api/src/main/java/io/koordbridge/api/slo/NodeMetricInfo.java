package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Usage of the node, of everything that is neither pod nor host application, and of each NUMA node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeMetricInfo(
        @Nullable ResourceUsage nodeUsage,
        @Nullable List<AggregatedUsage> aggregatedNodeUsages,
        @Nullable ResourceUsage systemUsage,
        @Nullable List<AggregatedUsage> aggregatedSystemUsages,
        @Nullable List<NumaUsage> numaUsages) {

    public NodeMetricInfo {
        aggregatedNodeUsages = aggregatedNodeUsages == null ? null : List.copyOf(aggregatedNodeUsages);
        aggregatedSystemUsages = aggregatedSystemUsages == null ? null : List.copyOf(aggregatedSystemUsages);
        numaUsages = numaUsages == null ? null : List.copyOf(numaUsages);
    }
}
