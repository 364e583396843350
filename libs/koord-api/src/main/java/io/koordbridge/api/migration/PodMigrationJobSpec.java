package io.koordbridge.api.migration;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ObjectReference;
import org.jspecify.annotations.Nullable;

/**
 * Which pod moves, and how.
 *
 * @param paused true: nothing is done, not even by the ttl
 * @param ttl time from creation after which the job fails, such as 5m0s; null or 0: never
 * @param mode ReservationFirst, EvictDirectly; empty: the default of the process
 * @param podRef namespace, name and uid of the pod
 * @param deleteOptions of the eviction; null: those of the process
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodMigrationJobSpec(
        @Nullable Boolean paused,
        @Nullable String ttl,
        @Nullable String mode,
        @Required @Nullable ObjectReference podRef,
        @Nullable ReservationOptions reservationOptions,
        @PreserveUnknownFields @Nullable JsonNode deleteOptions) {

    /**
     * The reservation of a job.
     *
     * @param reservationRef the reservation once it exists
     * @param template metadata and spec of the reservation to create
     * @param preemptionOptions kept, without effect
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ReservationOptions(
            @Nullable ObjectReference reservationRef,
            @PreserveUnknownFields @Nullable JsonNode template,
            @PreserveUnknownFields @Nullable JsonNode preemptionOptions) {}
}
