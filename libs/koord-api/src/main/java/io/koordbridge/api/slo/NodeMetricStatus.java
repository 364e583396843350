package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One report. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeMetricStatus(
        @Nullable Instant updateTime,
        @Nullable NodeMetricInfo nodeMetric,
        @Nullable List<PodMetricInfo> podsMetric,
        @Nullable List<HostApplicationMetricInfo> hostApplicationMetric,
        @Nullable ReclaimableMetric prodReclaimableMetric,
        @Nullable ReclaimableMetric prodPeakMetric) {

    public NodeMetricStatus {
        podsMetric = podsMetric == null ? null : List.copyOf(podsMetric);
        hostApplicationMetric = hostApplicationMetric == null ? null : List.copyOf(hostApplicationMetric);
    }
}
