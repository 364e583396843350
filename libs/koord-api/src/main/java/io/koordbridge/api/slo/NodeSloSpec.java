package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All strategies of one node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeSloSpec(
        @Nullable ResourceThresholdStrategy resourceUsedThresholdWithBE,
        @Nullable ResourceQosStrategy resourceQOSStrategy,
        @Nullable CpuBurstStrategy cpuBurstStrategy,
        @Nullable SystemStrategy systemStrategy,
        @Nullable List<HostApplication> hostApplications,
        @Nullable JsonNode extensions) {

    public NodeSloSpec {
        hostApplications = hostApplications == null ? null : List.copyOf(hostApplications);
    }
}
