package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CPU manager policy of the kubelet. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KubeletCpuManagerPolicy(
        @Nullable String policy,
        @Nullable Map<String, String> options,
        @Nullable String reservedCPUs) {

    public KubeletCpuManagerPolicy {
        options = options == null ? null : Map.copyOf(options);
    }
}
