package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device that a scheduler gave, as written.
 *
 * @param minor number of the device on its node
 * @param id of the device
 * @param resources amounts of it, none below 0
 * @param extension virtual functions of it
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllocatedDevice(
        @Nullable Integer minor,
        @Nullable String id,
        @Nullable Map<String, Quantity> resources,
        @Nullable Extension extension) {

    /** What goes with a device. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Extension(@Nullable List<VirtualFunction> vfs) {
        public Extension {
            vfs = vfs == null ? null : List.copyOf(vfs);
        }
    }

    /** A virtual function. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record VirtualFunction(
            @Nullable Integer minor, @Nullable String busID) {}

    /** The amounts, none where the document names none. */
    public Map<String, Quantity> amounts() {
        return Absent.orEmpty(resources);
    }

    /** The virtual functions, none where the document names none. */
    public List<VirtualFunction> functions() {
        return extension == null ? List.of() : Absent.orEmpty(extension.vfs());
    }
}
