package io.koordbridge.scheduler.quota;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * Section {@code quota}, with the reference's names and defaults.
 *
 * @param enabled whether quotas limit pods
 * @param enableCheckParentQuota whether ancestors are checked as well
 * @param enableRuntimeQuota whether the runtime is the limit; max otherwise
 * @param enableMinQuotaScale whether minima become smaller where a parent has less than all of them
 * @param gates feature gates
 */
public record QuotaArgs(
        @JsonPropertyDescription("Whether quotas limit pods.")
        boolean enabled,

        @JsonPropertyDescription("Check the ancestors of a pod's quota as well.")
        boolean enableCheckParentQuota,

        @JsonPropertyDescription("The runtime of a quota is its limit; its max when false.")
        boolean enableRuntimeQuota,

        @JsonPropertyDescription("Make minima smaller where a parent has less than all of them.")
        boolean enableMinQuotaScale,

        @JsonPropertyDescription("Feature gates of quotas, all off by default.")
        QuotaGates gates) {

    public static final QuotaArgs DEFAULT = new QuotaArgs(true, false, true, true, QuotaGates.OFF);

    QuotaSolver.Settings solver() {
        return new QuotaSolver.Settings(enableMinQuotaScale, gates.guaranteeUsage());
    }
}
