package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who has what. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceStatus(@Nullable List<DeviceAllocation> allocations) {

    public DeviceStatus {
        allocations = allocations == null ? null : List.copyOf(allocations);
    }
}
