package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Toleration;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reservations that a pod may use, as written.
 *
 * @param name of the only one, empty for any
 * @param reservationSelector labels that it must have
 * @param requiredDuringSchedulingIgnoredDuringExecution null without a requirement
 * @param tolerations of its taints
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReservationAffinity(
        String name,
        Map<String, String> reservationSelector,
        @Nullable Required requiredDuringSchedulingIgnoredDuringExecution,
        List<Toleration> tolerations) {

    public ReservationAffinity {
        name = Objects.requireNonNullElse(name, "");
        reservationSelector = Map.copyOf(Absent.orEmpty(reservationSelector));
        tolerations = List.copyOf(Absent.orEmpty(tolerations));
    }

    /** Terms of which one has to match; without terms none does. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Required(List<NodeSelectorTerm> reservationSelectorTerms) {
        public Required {
            reservationSelectorTerms = List.copyOf(Absent.orEmpty(reservationSelectorTerms));
        }
    }
}
