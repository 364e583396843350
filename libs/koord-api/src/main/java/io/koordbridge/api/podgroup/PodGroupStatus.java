package io.koordbridge.api.podgroup;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How far it is; written by the scheduler.
 *
 * @param phase Pending, PreScheduling, Scheduling, Scheduled, Running, Failed or Finished
 * @param occupiedBy owners of the first pod, namespace/name each
 * @param scheduled pods that have a node
 * @param scheduleStartTime RFC 3339
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodGroupStatus(
        @Nullable String phase,
        @Nullable String occupiedBy,
        @Nullable Integer scheduled,
        @Nullable Integer running,
        @Nullable Integer succeeded,
        @Nullable Integer failed,
        @Nullable String scheduleStartTime) {}
