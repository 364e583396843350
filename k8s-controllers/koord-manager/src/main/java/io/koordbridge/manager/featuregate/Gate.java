package io.koordbridge.manager.featuregate;

/** A switch of the manager; manager specification section 12. */
public enum Gate {
    WEBHOOK_FRAMEWORK("WebhookFramework", true),
    POD_MUTATING_WEBHOOK("PodMutatingWebhook", true),
    POD_VALIDATING_WEBHOOK("PodValidatingWebhook", true),
    ELASTIC_MUTATING_WEBHOOK("ElasticMutatingWebhook", true),
    ELASTIC_VALIDATING_WEBHOOK("ElasticValidatingWebhook", true),
    NODE_MUTATING_WEBHOOK("NodeMutatingWebhook", false),
    NODE_VALIDATING_WEBHOOK("NodeValidatingWebhook", false),
    CONFIG_MAP_VALIDATING_WEBHOOK("ConfigMapValidatingWebhook", false),
    RESERVATION_MUTATING_WEBHOOK("ReservationMutatingWebhook", false),
    COLOCATION_PROFILE_SKIP_MUTATING_RESOURCES("ColocationProfileSkipMutatingResources", false),
    COLOCATION_PROFILE_SKIP_VALIDATING_PRIORITY("ColocationProfileSkipValidatingPriority", false),
    MULTI_QUOTA_TREE("MultiQuotaTree", false),
    ELASTIC_QUOTA_IGNORE_POD_OVERHEAD("ElasticQuotaIgnorePodOverhead", false),
    ELASTIC_QUOTA_GUARANTEE_USAGE("ElasticQuotaGuaranteeUsage", false),
    ELASTIC_QUOTA_ENABLE_UPDATE_RESOURCE_KEY("ElasticQuotaEnableUpdateResourceKey", false),
    ELASTIC_QUOTA_EVALUATION_TRANSFORM_POD("ElasticQuotaEvaluationTransformPod", false),
    DISABLE_DEFAULT_QUOTA("DisableDefaultQuota", false),
    SUPPORT_PARENT_QUOTA_SUBMIT_POD("SupportParentQuotaSubmitPod", false),
    ENABLE_QUOTA_ADMISSION("EnableQuotaAdmission", false),
    ENABLE_QUOTA_ADMISSION_ON_UPDATE("EnableQuotaAdmissionOnUpdate", false),
    ENABLE_SYNC_GPU_SHARED_RESOURCE("EnableSyncGPUSharedResource", false),
    COLOCATION_PROFILE_CONTROLLER("ColocationProfileController", false),
    VALIDATE_POD_DEVICE_RESOURCE("ValidatePodDeviceResource", false),
    ENABLE_POD_ENHANCED_VALIDATOR("EnablePodEnhancedValidator", false),
    DISABLE_EXTENDED_RESOURCE_SPEC("DisableExtendedResourceSpec", false),
    DISABLE_DEVICE_RESOURCE_SPEC("DisableDeviceResourceSpec", false),
    BINDING_ADMISSION_WEBHOOK("BindingAdmissionWebhook", false),
    PRIORITY_TRANSFORMER("PriorityTransformer", false),
    PREEMPTION_POLICY_TRANSFORMER("PreemptionPolicyTransformer", false),
    REPLACE_RESOURCES_TRANSFORMER("ReplaceResourcesTransformer", false);

    private final String wireName;
    private final boolean on;

    Gate(String wireName, boolean on) {
        this.wireName = wireName;
        this.on = on;
    }

    /** The name in the configuration. */
    public String wireName() {
        return wireName;
    }

    /** Whether the gate is on when the configuration does not name it. */
    public boolean isOnByDefault() {
        return on;
    }
}
