package io.koordbridge.api.migration;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a job is.
 *
 * @param phase empty, Pending, Running, Succeeded, Failed or Aborted
 * @param status type of the last condition that changed, Complete at the end
 * @param nodeName node of the reservation
 * @param podRef the pod that took the moved one's place
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodMigrationJobStatus(
        @Nullable String phase,
        @Nullable String status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable List<Condition> conditions,
        @Nullable String nodeName,
        @Nullable ObjectReference podRef,
        @Nullable List<ObjectReference> preemptedPodsRef) {

    /** Before anything happened. */
    public static final PodMigrationJobStatus NEW =
            new PodMigrationJobStatus(null, null, null, null, null, null, null, null);

    public PodMigrationJobStatus {
        conditions = conditions == null ? null : List.copyOf(conditions);
        preemptedPodsRef = preemptedPodsRef == null ? null : List.copyOf(preemptedPodsRef);
    }

    /**
     * A condition.
     *
     * @param type such as Eviction
     * @param status True, False or Unknown
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Condition(
            @Nullable String type,
            @Nullable String status,
            @Nullable String reason,
            @Nullable String message,
            @Nullable Instant lastProbeTime,
            @Nullable Instant lastTransitionTime) {}
}
