package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent found. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceSpec(@Nullable List<DeviceInfo> devices) {

    public DeviceSpec {
        devices = devices == null ? null : List.copyOf(devices);
    }
}
