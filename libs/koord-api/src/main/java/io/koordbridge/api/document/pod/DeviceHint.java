package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a pod wants of the devices of one type, as written.
 *
 * @param selector of devices, none for any
 * @param vfSelector of groups of virtual functions, null when the pod wants no virtual function
 * @param allocateStrategy how many devices, empty for as many as it requests
 * @param requiredTopologyScope what its devices share, empty for nothing
 * @param exclusivePolicy against other pods, empty for none
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record DeviceHint(
        Selector selector,
        @Nullable Selector vfSelector,
        String allocateStrategy,
        String requiredTopologyScope,
        String exclusivePolicy) {

    public DeviceHint {
        selector = Objects.requireNonNullElse(selector, Selector.ANY);
        allocateStrategy = Objects.requireNonNullElse(allocateStrategy, "");
        requiredTopologyScope = Objects.requireNonNullElse(requiredTopologyScope, "");
        exclusivePolicy = Objects.requireNonNullElse(exclusivePolicy, "");
    }

    /** Labels that a device must have. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Selector(Map<String, String> matchLabels) {

        static final Selector ANY = new Selector(Map.of());

        public Selector {
            matchLabels = Map.copyOf(Absent.orEmpty(matchLabels));
        }
    }
}
