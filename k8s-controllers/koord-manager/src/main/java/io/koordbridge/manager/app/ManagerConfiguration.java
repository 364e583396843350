package io.koordbridge.manager.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.validation.selfvalidating.SelfValidating;
import io.dropwizard.validation.selfvalidating.SelfValidation;
import io.dropwizard.validation.selfvalidating.ViolationCollector;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.frame.ElectingConfiguration;
import io.koordbridge.frame.reference.KnownKeys;
import io.koordbridge.manager.cleanup.CleanUpConfig;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.config.switches.ControllerNames;
import io.koordbridge.manager.config.switches.NameSwitches;
import io.koordbridge.manager.handlers.bindingadmission.BindingAdmissionConfig;
import io.koordbridge.manager.handlers.podvalidation.EnhancedValidatorConfig;
import io.koordbridge.manager.profile.waitingpods.ColocationProfileConfig;
import io.koordbridge.manager.schedulinggate.SchedulingGatesConfig;
import io.koordbridge.manager.server.certificate.PageAuthorityConfig;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Configuration of koord-manager; {@code conf/koord-manager.yaml} shows every key. */
@SelfValidating
public final class ManagerConfiguration extends ElectingConfiguration {

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Namespace of the cluster's configuration.")
    private String configNamespace = WellKnown.NAMESPACE;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Config map of the cluster's configuration.")
    private String sloConfigName = WellKnown.SLO_CONFIG_MAP;

    @JsonProperty
    @JsonPropertyDescription("Whether admission of the config map also wants entries with names of their own.")
    private boolean nodeStrategyNameNeedCheck;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Controllers that run, a text with commas: *, name or -name, the first that fits counts. Names: nodemetric,"
                    + " nodeslo, noderesource, quotaprofile, colocationprofile.")
    private String controllers = "*";

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Stages of noderesource that run, in the same form; what a stage that is off published stays. Names:"
                    + " CPUNormalization, ResourceAmplification, MidResource, OnlineUse, BatchResource, GPUDeviceResource,"
                    + " RDMADeviceResource.")
    private String noderesourcePlugins = "*";

    @JsonProperty
    @JsonPropertyDescription(
            "Whether nodes offer batch and mid capacity although the agent reports that it does not limit batch work, suppression"
                    + " is off in the NodeSLO, or there is no NodeSLO. Stale reports let nothing grow all the same.")
    private boolean allowUnprotected;

    @Min(1)
    @Max(64)
    @JsonProperty
    @JsonPropertyDescription(
            "Nodes that are brought up to date at once; each mostly waits for the answer to its write.")
    private int nodeWorkers = 8;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("The admission webhook and its certificates.")
    private WebhookConfig webhook = new WebhookConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Certificates of the pages of all processes.")
    private PageAuthorityConfig pageAuthority = new PageAuthorityConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Profiles for pods that wait for a node; gate ColocationProfileController.")
    private ColocationProfileConfig colocationProfile = new ColocationProfileConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Who may bind pods; gate BindingAdmissionWebhook. Lists are texts with commas.")
    private BindingAdmissionConfig bindingAdmission = new BindingAdmissionConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Labels that pods must carry; gate EnablePodEnhancedValidator.")
    private EnhancedValidatorConfig podEnhancedValidator = new EnhancedValidatorConfig();

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Namespaces whose quotas may take the pods of other namespaces by their annotation; * for all, as Koordinator."
                    + " The same as quota.quotaNamespaces of koord-scheduler.")
    private List<String> quotaNamespaces = QuotaNamespaces.DEFAULT;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("What --clean-up waits for.")
    private CleanUpConfig cleanUp = new CleanUpConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Pods that wait before kube-scheduler's queue; gate PodSchedulingGates.")
    private SchedulingGatesConfig schedulingGates = new SchedulingGatesConfig();

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Switches by name; what is not named has its default.")
    @KnownKeys(Gate.class)
    private Map<String, @Nullable Boolean> featureGates = Map.of();

    /** The config map that is read. */
    public ConfigMapRef configMap() {
        return new ConfigMapRef(configNamespace, sloConfigName);
    }

    /** Whether entries of the config map need names of their own to be admitted. */
    public boolean nodeStrategyNameNeedCheck() {
        return nodeStrategyNameNeedCheck;
    }

    /** Controllers that run. */
    public NameSwitches controllers() {
        return NameSwitches.of(controllers);
    }

    /** Stages of node passes that run. */
    public NameSwitches noderesourcePlugins() {
        return NameSwitches.of(noderesourcePlugins);
    }

    /** Whether nodes offer capacity without protection of online pods. */
    public boolean allowUnprotected() {
        return allowUnprotected;
    }

    /** Certificates of the pages of all processes. */
    public PageAuthorityConfig pageAuthority() {
        return pageAuthority;
    }

    /** Nodes that are brought up to date at once. */
    public int nodeWorkers() {
        return nodeWorkers;
    }

    /** The admission webhook. */
    public WebhookConfig webhook() {
        return webhook;
    }

    /** Profiles for pods that wait for a node; gate ColocationProfileController. */
    public ColocationProfileConfig colocationProfile() {
        return colocationProfile;
    }

    /** What a clean-up waits for. */
    public CleanUpConfig cleanUp() {
        return cleanUp;
    }

    /** Who may bind pods; gate BindingAdmissionWebhook. */
    public BindingAdmissionConfig bindingAdmission() {
        return bindingAdmission;
    }

    /** Where the rules of the enhanced pod validator are; gate EnablePodEnhancedValidator. */
    public EnhancedValidatorConfig podEnhancedValidator() {
        return podEnhancedValidator;
    }

    /** Which pods wait before kube-scheduler's queue; gate PodSchedulingGates. */
    public SchedulingGatesConfig schedulingGates() {
        return schedulingGates;
    }

    /** Which quotas may take the pods of other namespaces. */
    public QuotaNamespaces quotaNamespaces() {
        return QuotaNamespaces.of(quotaNamespaces);
    }

    /** Gates at their defaults but for those named under {@code featureGates}. */
    public FeatureGates featureGates() {
        return FeatureGates.of(featureGates);
    }

    /** Rejects names of controllers and stages that there are not. */
    @SelfValidation
    public void rejectUnknownNames(ViolationCollector violations) {
        controllers().problem("controllers", ControllerNames.ALL).ifPresent(violations::addViolation);
        noderesourcePlugins()
                .problem("noderesourcePlugins", ResourceStages.names())
                .ifPresent(violations::addViolation);
    }

    /** Refuses a name that is no gate, and says which. */
    @SelfValidation
    public void refuseUnknownGates(ViolationCollector violations) {
        FeatureGates.problem(featureGates.keySet()).ifPresent(violations::addViolation);
    }
}
