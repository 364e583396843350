package io.koordbridge.manager.config.featuregate;

import io.koordbridge.frame.reference.KnownKey;
import java.util.Optional;

/** A switch of the manager; manager specification section 12. */
public enum Gate implements KnownKey {
    WEBHOOK_FRAMEWORK("WebhookFramework", true, "The admission webhook at all."),
    POD_MUTATING_WEBHOOK("PodMutatingWebhook", true, "Pods are changed by ClusterColocationProfiles (/mutate-pod)."),
    POD_VALIDATING_WEBHOOK("PodValidatingWebhook", true, "Pods are validated (/validate-pod)."),
    ELASTIC_MUTATING_WEBHOOK(
            "ElasticMutatingWebhook",
            true,
            "ElasticQuotas are filled in (/mutate-scheduling-sigs-k8s-io-v1alpha1-elasticquota)."),
    ELASTIC_VALIDATING_WEBHOOK(
            "ElasticValidatingWebhook", true, "ElasticQuotas are validated: tree rules and delete guard."),
    NODE_MUTATING_WEBHOOK(
            "NodeMutatingWebhook",
            false,
            "What kubelets report is amplified; without it only the annotation and batch CPU change."),
    NODE_VALIDATING_WEBHOOK(
            "NodeValidatingWebhook",
            false,
            "Labels are refused that would make two entries of the config map select one node (/validate-node)."),
    CONFIG_MAP_VALIDATING_WEBHOOK(
            "ConfigMapValidatingWebhook", false, "The config map of the cluster is validated (/validate-configmap)."),
    RESERVATION_MUTATING_WEBHOOK(
            "ReservationMutatingWebhook",
            false,
            "Reservations are changed by ClusterColocationProfiles (/mutate-reservation)."),
    COLOCATION_PROFILE_SKIP_MUTATING_RESOURCES(
            "ColocationProfileSkipMutatingResources", false, "Profiles leave the resources of pods as they are."),
    COLOCATION_PROFILE_SKIP_VALIDATING_PRIORITY(
            "ColocationProfileSkipValidatingPriority", false, "The label koordinator.sh/priority of a pod may change."),
    MULTI_QUOTA_TREE("MultiQuotaTree", false, "Pods of a quota get affinity to the nodes of its tree."),
    ELASTIC_QUOTA_IGNORE_POD_OVERHEAD(
            "ElasticQuotaIgnorePodOverhead", false, "Overhead of pods does not count for their quota."),
    ELASTIC_QUOTA_GUARANTEE_USAGE(
            "ElasticQuotaGuaranteeUsage", false, "The minimum of a quota is held against what its tree guarantees."),
    ELASTIC_QUOTA_ENABLE_UPDATE_RESOURCE_KEY(
            "ElasticQuotaEnableUpdateResourceKey", false, "A quota may name fewer resources than its parent."),
    ELASTIC_QUOTA_EVALUATION_TRANSFORM_POD(
            "ElasticQuotaEvaluationTransformPod",
            false,
            "Quota admission counts resources as the annotation replace-resources says; needs ReplaceResourcesTransformer."),
    DISABLE_DEFAULT_QUOTA(
            "DisableDefaultQuota", false, "A pod belongs to the quota that its label names, and to no other."),
    SUPPORT_PARENT_QUOTA_SUBMIT_POD(
            "SupportParentQuotaSubmitPod", false, "Pods may belong to a quota that has children."),
    ENABLE_QUOTA_ADMISSION("EnableQuotaAdmission", false, "Pods are admitted by the limit of their quota."),
    ENABLE_QUOTA_ADMISSION_ON_UPDATE(
            "EnableQuotaAdmissionOnUpdate",
            false,
            "Likewise when a pod changes its quota; needs EnableQuotaAdmission."),
    POD_SCHEDULING_GATES(
            "PodSchedulingGates",
            false,
            "New pods of gangs and of full quotas wait behind a scheduling gate, which koord-scheduler opens."),
    ENABLE_SYNC_GPU_SHARED_RESOURCE(
            "EnableSyncGPUSharedResource", false, "Nodes show how often their cards can be shared."),
    COLOCATION_PROFILE_CONTROLLER(
            "ColocationProfileController", false, "Profiles are also applied to pods that wait for a node."),
    VALIDATE_POD_DEVICE_RESOURCE("ValidatePodDeviceResource", false, "Requests for devices are validated."),
    ENABLE_POD_ENHANCED_VALIDATOR(
            "EnablePodEnhancedValidator", false, "Pods must carry the labels that a config map asks for."),
    DISABLE_EXTENDED_RESOURCE_SPEC(
            "DisableExtendedResourceSpec", false, "Pods get no annotation with their extended resources."),
    DISABLE_DEVICE_RESOURCE_SPEC("DisableDeviceResourceSpec", false, "Requests for GPUs are not completed."),
    BINDING_ADMISSION_WEBHOOK("BindingAdmissionWebhook", false, "Only listed users may bind pods."),
    PRIORITY_TRANSFORMER(
            "PriorityTransformer",
            false,
            "No effect in this process; accepted so that a configuration of the reference loads."),
    PREEMPTION_POLICY_TRANSFORMER(
            "PreemptionPolicyTransformer",
            false,
            "No effect in this process; accepted so that a configuration of the reference loads."),
    REPLACE_RESOURCES_TRANSFORMER(
            "ReplaceResourcesTransformer",
            false,
            "Needed by ElasticQuotaEvaluationTransformPod; nothing else here reads it.");

    private final String wireName;
    private final boolean on;
    private final String meaning;

    Gate(String wireName, boolean on, String meaning) {
        this.wireName = wireName;
        this.on = on;
        this.meaning = meaning;
    }

    /** The name in the configuration. */
    @Override
    public String wireName() {
        return wireName;
    }

    @Override
    public String defaultText() {
        return String.valueOf(on);
    }

    @Override
    public String meaning() {
        return meaning;
    }

    /** Whether anything in this process reads the gate. */
    public boolean hasEffect() {
        return this != PRIORITY_TRANSFORMER && this != PREEMPTION_POLICY_TRANSFORMER;
    }

    /** The gate that has to be on too for this one to have an effect. */
    Optional<Gate> needs() {
        return switch (this) {
            case ELASTIC_QUOTA_EVALUATION_TRANSFORM_POD -> Optional.of(REPLACE_RESOURCES_TRANSFORMER);
            case REPLACE_RESOURCES_TRANSFORMER -> Optional.of(ELASTIC_QUOTA_EVALUATION_TRANSFORM_POD);
            case ENABLE_QUOTA_ADMISSION_ON_UPDATE -> Optional.of(ENABLE_QUOTA_ADMISSION);
            case ENABLE_QUOTA_ADMISSION, ENABLE_POD_ENHANCED_VALIDATOR, VALIDATE_POD_DEVICE_RESOURCE ->
                Optional.of(POD_VALIDATING_WEBHOOK);
            case MULTI_QUOTA_TREE, POD_SCHEDULING_GATES -> Optional.of(POD_MUTATING_WEBHOOK);
            case NODE_MUTATING_WEBHOOK,
                    NODE_VALIDATING_WEBHOOK,
                    CONFIG_MAP_VALIDATING_WEBHOOK,
                    RESERVATION_MUTATING_WEBHOOK,
                    BINDING_ADMISSION_WEBHOOK -> Optional.of(WEBHOOK_FRAMEWORK);
            default -> Optional.empty();
        };
    }

    /** Whether the gate is on when the configuration does not name it. */
    public boolean isOnByDefault() {
        return on;
    }
}
