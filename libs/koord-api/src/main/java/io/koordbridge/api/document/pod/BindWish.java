package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/**
 * How a pod wants its CPUs bound, as written.
 *
 * @param required policy without which it does not start, empty for none
 * @param preferred policy, empty for the default
 * @param exclusive policy against other pods on the same cores or NUMA nodes, empty for none
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record BindWish(
        @JsonProperty("requiredCPUBindPolicy") String required,
        @JsonProperty("preferredCPUBindPolicy") String preferred,
        @JsonProperty("preferredCPUExclusivePolicy") String exclusive) {

    /** No wish. */
    public static final BindWish NONE = new BindWish("", "", "");

    public BindWish {
        required = Objects.requireNonNullElse(required, "");
        preferred = Objects.requireNonNullElse(preferred, "");
        exclusive = Objects.requireNonNullElse(exclusive, "");
    }
}
