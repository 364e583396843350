package io.koordbridge.scheduler.quota.tree;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * Feature gates of quotas, with the reference's names and defaults: all off.
 *
 * @param multiQuotaTree trees beside the default one
 * @param ignorePodOverhead overhead of a runtime class does not count
 * @param ignoreTerminatingPod a pod that is past its grace period does not count
 * @param immediateIgnoreTerminatingPod a pod that is being deleted does not count
 * @param guaranteeUsage what is in use is promised, and nothing of min lent
 * @param disableDefaultQuota a pod that names no known quota has none
 */
public record QuotaGates(
        @JsonPropertyDescription("Quota trees beside the default one (MultiQuotaTree).")
        boolean multiQuotaTree,

        @JsonPropertyDescription("Overhead of a runtime class does not count (ElasticQuotaIgnorePodOverhead).")
        boolean ignorePodOverhead,

        @JsonPropertyDescription("A pod past its grace period does not count (ElasticQuotaIgnoreTerminatingPod).")
        boolean ignoreTerminatingPod,

        @JsonPropertyDescription(
                "A pod that is being deleted does not count (ElasticQuotaImmediateIgnoreTerminatingPod).")
        boolean immediateIgnoreTerminatingPod,

        @JsonPropertyDescription("What is in use is promised, nothing of min is lent (ElasticQuotaGuaranteeUsage).")
        boolean guaranteeUsage,

        @JsonPropertyDescription("A pod that names no known quota has none (DisableDefaultQuota).")
        boolean disableDefaultQuota) {

    public static final QuotaGates OFF = new QuotaGates(false, false, false, false, false, false);
}
