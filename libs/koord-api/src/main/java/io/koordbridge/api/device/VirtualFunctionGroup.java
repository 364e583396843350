package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Virtual functions of a card that are alike. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VirtualFunctionGroup(
        @Nullable Map<String, String> labels, @Nullable List<VirtualFunction> vfs) {

    public VirtualFunctionGroup {
        labels = labels == null ? null : Map.copyOf(labels);
        vfs = vfs == null ? null : List.copyOf(vfs);
    }
}
