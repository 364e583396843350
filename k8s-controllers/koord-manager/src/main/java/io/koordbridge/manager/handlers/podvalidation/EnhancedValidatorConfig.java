package io.koordbridge.manager.handlers.podvalidation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.NotEmpty;

/** Section {@code podEnhancedValidator}: where the rules of gate EnablePodEnhancedValidator are. */
public final class EnhancedValidatorConfig {

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Namespace of the config map with the rules.")
    private String configNamespace = WellKnown.NAMESPACE;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Config map with the rules; its data has the keys enable and rules.")
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
