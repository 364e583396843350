package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Allocated cards of one type. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceAllocation(
        @Nullable String type, @Nullable List<DeviceHolder> entries) {

    public DeviceAllocation {
        entries = entries == null ? null : List.copyOf(entries);
    }
}
