package io.koordbridge.manager.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.frame.BridgeConfiguration;
import io.koordbridge.manager.webhook.WebhookSettings;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;

/** Configuration of koord-manager; {@code conf/koord-manager.yaml} shows every key. */
public final class ManagerConfiguration extends BridgeConfiguration {

    @NotEmpty
    @JsonProperty
    private String configNamespace = WellKnown.NAMESPACE;

    @NotEmpty
    @JsonProperty
    private String sloConfigName = WellKnown.SLO_CONFIG_MAP;

    @Valid
    @NotNull
    @JsonProperty
    private WebhookSettings webhook = new WebhookSettings();

    /** Namespace of the config map. */
    public String configNamespace() {
        return configNamespace;
    }

    /** Name of the config map. */
    public String sloConfigName() {
        return sloConfigName;
    }

    /** The admission webhook. */
    public WebhookSettings webhook() {
        return webhook;
    }
}
