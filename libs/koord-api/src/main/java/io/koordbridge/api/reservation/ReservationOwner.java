package io.koordbridge.api.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectReference;
import org.jspecify.annotations.Nullable;

/**
 * Pods that may use a reservation; what is given must all hold.
 *
 * @param object the pod itself, each given field equal
 * @param controller its controller, each given field equal
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReservationOwner(
        @Nullable ObjectReference object,
        @Nullable ControllerReference controller,
        @Nullable LabelSelector labelSelector) {

    /** A controller with its namespace, empty for any. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ControllerReference(
            @Nullable String apiVersion,
            @Nullable String kind,
            @Nullable String name,
            @Nullable String namespace,
            @Nullable String uid,
            @Nullable Boolean controller,
            @Nullable Boolean blockOwnerDeletion) {}
}
