package io.koordbridge.api.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far it is; written by the scheduler.
 *
 * @param phase Pending, Available, Succeeded, Waiting or Failed
 * @param currentOwners pods that use it
 * @param allocatable what is reserved
 * @param allocated what pods use of it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record ReservationStatus(
        @Nullable String phase,
        @Nullable List<Condition> conditions,
        @Nullable List<ObjectReference> currentOwners,
        @Nullable String nodeName,
        @Nullable Map<String, Quantity> allocatable,
        @Nullable Map<String, Quantity> allocated) {

    public ReservationStatus {
        conditions = conditions == null ? null : List.copyOf(conditions);
        currentOwners = currentOwners == null ? null : List.copyOf(currentOwners);
        allocatable = allocatable == null ? null : Map.copyOf(allocatable);
        allocated = allocated == null ? null : Map.copyOf(allocated);
    }

    /**
     * A condition.
     *
     * @param type Scheduled or Ready
     * @param status True, False or Unknown
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Condition(
            @Nullable String type,
            @Nullable String status,
            @Nullable String reason,
            @Nullable String message,
            @Nullable ZonedDateTime lastProbeTime,
            @Nullable ZonedDateTime lastTransitionTime) {}
}
