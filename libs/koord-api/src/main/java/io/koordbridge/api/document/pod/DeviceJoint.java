package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;

/**
 * Types of devices that a pod wants together, as written.
 *
 * @param deviceTypes in order; the first one leads
 * @param requiredScope what devices of all types share, empty for nothing
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record DeviceJoint(List<String> deviceTypes, String requiredScope) {

    /** No wish. */
    public static final DeviceJoint NONE = new DeviceJoint(List.of(), "");

    public DeviceJoint {
        deviceTypes = List.copyOf(Absent.orEmpty(deviceTypes));
        requiredScope = Objects.requireNonNullElse(requiredScope, "");
    }
}
