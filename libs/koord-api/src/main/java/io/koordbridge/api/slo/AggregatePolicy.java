package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Windows of the percentiles, in Go notation such as {@code 5m0s}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AggregatePolicy(@Nullable List<String> durations) {

    public AggregatePolicy {
        durations = durations == null ? null : List.copyOf(durations);
    }
}
