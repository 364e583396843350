package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One element of the answer to prioritize.
 *
 * @param host node name
 * @param score more is better
 */
record HostPriority(
        @JsonProperty("Host") String host,
        @JsonProperty("Score") long score) {}
