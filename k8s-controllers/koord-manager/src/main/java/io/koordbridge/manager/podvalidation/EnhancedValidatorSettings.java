package io.koordbridge.manager.podvalidation;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.NotEmpty;

/** Section {@code podEnhancedValidator}: where the rules of gate EnablePodEnhancedValidator are. */
public final class EnhancedValidatorSettings {

    @NotEmpty
    @JsonProperty
    private String configNamespace = WellKnown.NAMESPACE;

    @NotEmpty
    @JsonProperty
    private String configName = "pod-enhanced-validator-config";

    /** Namespace of the config map. */
    public String configNamespace() {
        return configNamespace;
    }

    /** Name of the config map. */
    public String configName() {
        return configName;
    }
}
