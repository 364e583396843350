package io.koordbridge.manager.app;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.validation.ValidationMethod;
import io.koordbridge.frame.BridgeConfiguration;
import io.koordbridge.manager.bindingadmission.BindingAdmissionSettings;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.colocationprofile.ColocationProfileSettings;
import io.koordbridge.manager.featuregate.FeatureGates;
import io.koordbridge.manager.podvalidation.EnhancedValidatorSettings;
import io.koordbridge.manager.webhook.WebhookSettings;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Configuration of koord-manager; {@code conf/koord-manager.yaml} shows every key. */
public final class ManagerConfiguration extends BridgeConfiguration {

    @NotEmpty
    @JsonProperty
    private String configNamespace = WellKnown.NAMESPACE;

    @NotEmpty
    @JsonProperty
    private String sloConfigName = WellKnown.SLO_CONFIG_MAP;

    @JsonProperty
    private boolean nodeStrategyNameNeedCheck;

    @Min(1)
    @Max(64)
    @JsonProperty
    private int nodeWorkers = 8;

    @Valid
    @NotNull
    @JsonProperty
    private WebhookSettings webhook = new WebhookSettings();

    @Valid
    @NotNull
    @JsonProperty
    private ColocationProfileSettings colocationProfile = new ColocationProfileSettings();

    @Valid
    @NotNull
    @JsonProperty
    private BindingAdmissionSettings bindingAdmission = new BindingAdmissionSettings();

    @Valid
    @NotNull
    @JsonProperty
    private EnhancedValidatorSettings podEnhancedValidator = new EnhancedValidatorSettings();

    @Valid
    @NotNull
    @JsonProperty
    private QuotaAdmissionSettings quotaAdmission = new QuotaAdmissionSettings();

    @NotNull
    @JsonProperty
    private Map<String, @Nullable Boolean> featureGates = Map.of();

    /** The config map that is read. */
    public ConfigMapRef configMap() {
        return new ConfigMapRef(configNamespace, sloConfigName);
    }

    /** Whether entries of the config map need names of their own to be admitted. */
    public boolean nodeStrategyNameNeedCheck() {
        return nodeStrategyNameNeedCheck;
    }

    /** Nodes that are brought up to date at once. */
    public int nodeWorkers() {
        return nodeWorkers;
    }

    /** The admission webhook. */
    public WebhookSettings webhook() {
        return webhook;
    }

    /** Profiles for pods that wait for a node; gate ColocationProfileController. */
    public ColocationProfileSettings colocationProfile() {
        return colocationProfile;
    }

    /** Who may bind pods; gate BindingAdmissionWebhook. */
    public BindingAdmissionSettings bindingAdmission() {
        return bindingAdmission;
    }

    /** Where the rules of the enhanced pod validator are; gate EnablePodEnhancedValidator. */
    public EnhancedValidatorSettings podEnhancedValidator() {
        return podEnhancedValidator;
    }

    /** How pods are admitted by the limit of their quota; gate EnableQuotaAdmission. */
    public QuotaAdmissionSettings quotaAdmission() {
        return quotaAdmission;
    }

    /** Gates at their defaults but for those named under {@code featureGates}. */
    public FeatureGates featureGates() {
        return FeatureGates.of(featureGates);
    }

    /** Why the configuration is refused: a name that is no gate. */
    @ValidationMethod(message = "featureGates names a gate that does not exist")
    @JsonIgnore
    public boolean isEveryGateKnown() {
        return FeatureGates.problem(featureGates.keySet()).isEmpty();
    }
}
