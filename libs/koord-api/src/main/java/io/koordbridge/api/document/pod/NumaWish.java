package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/**
 * How a pod wants to be aligned to NUMA nodes, as written.
 *
 * @param policy empty for that of the node
 * @param exclusive whether other pods may share its NUMA node, empty for the default
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record NumaWish(
        @JsonProperty("numaTopologyPolicy") String policy,
        @JsonProperty("singleNUMANodeExclusive") String exclusive) {

    /** No wish. */
    public static final NumaWish NONE = new NumaWish("", "");

    public NumaWish {
        policy = Objects.requireNonNullElse(policy, "");
        exclusive = Objects.requireNonNullElse(exclusive, "");
    }
}
