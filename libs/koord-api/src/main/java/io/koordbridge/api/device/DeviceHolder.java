package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod that holds cards. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceHolder(
        @Nullable String namespace,
        @Nullable String name,
        @Nullable String uuid,
        @Nullable List<Integer> minors) {

    public DeviceHolder {
        minors = minors == null ? null : List.copyOf(minors);
    }
}
