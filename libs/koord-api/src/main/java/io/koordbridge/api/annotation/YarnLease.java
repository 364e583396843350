package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** State of the lease that one NodeManager holds on a node, for people and tests. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnLease(
        @Nullable String cluster,
        @Nullable String nodeId,
        @Nullable String state,
        @Nullable YarnResource lease,
        @Nullable YarnResource used,
        @Nullable Long epoch,
        @Nullable Long seq,
        @Nullable String reason,
        @Nullable String time) {}
