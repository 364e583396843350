package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent evicted from YARN in emergencies of the last minute, in sum. A value that differs from the one before means a
 * further eviction.
 *
 * @param cpuMilli what the evicted containers gave back, null for nothing
 * @param memoryBytes what the evicted containers gave back, null for nothing
 * @param time RFC 3339, of the last eviction
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnEvicted(
        @Nullable Long cpuMilli,
        @Nullable Long memoryBytes,
        @Nullable String time) {}
