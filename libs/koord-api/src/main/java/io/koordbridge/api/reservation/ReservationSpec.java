package io.koordbridge.api.reservation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.ZonedDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is reserved, and for whom.
 *
 * @param template pod template; its requests are reserved
 * @param owners pods that may use it; entries are alternatives, none matches nothing
 * @param ttl such as 24h; 0s for ever
 * @param expires end, whatever the ttl
 * @param allocateOnce whether it ends with its first pod
 * @param allocatePolicy empty, Aligned or Restricted
 * @param unschedulable whether no further pod may use it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(ReservationSchema.class)
public record ReservationSpec(
        @Nullable JsonNode template,
        @Nullable List<ReservationOwner> owners,
        @Nullable String ttl,
        @Nullable ZonedDateTime expires,
        @Nullable Boolean preAllocation,
        @Nullable PreAllocationPolicy preAllocationPolicy,
        @Nullable Boolean allocateOnce,
        @Nullable String allocatePolicy,
        @Nullable Boolean unschedulable,
        @Nullable List<Taint> taints) {

    public ReservationSpec {
        owners = owners == null ? null : List.copyOf(owners);
        taints = taints == null ? null : List.copyOf(taints);
    }

    /**
     * How pods that run already are taken for the room.
     *
     * @param mode Default or Cluster
     * @param enableMultiple whether several may be
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record PreAllocationPolicy(
            @Nullable String mode, @Nullable Boolean enableMultiple) {}
}
