package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batch resources that others than pods hold. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ThirdPartyAllocations(@Nullable List<ThirdPartyAllocation> allocations) {

    public ThirdPartyAllocations {
        allocations = allocations == null ? null : List.copyOf(allocations);
    }
}
