package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * State of the lease that a NodeManager holds on a node.
 *
 * @param lease what a NodeManager that starts now may register with; what is reserved is in the third-party allocations
 * @param lost the part of the reservation that is kept for lost NodeManagers whose containers may live
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnLease(
        @Nullable String cluster,
        @Nullable String nodeId,
        @Nullable String state,
        @Nullable YarnResource lease,
        @Nullable YarnResource used,
        @Nullable YarnResource lost,
        @Nullable Long epoch,
        @Nullable Long seq,
        @Nullable String reason,
        @Nullable String time) {}
