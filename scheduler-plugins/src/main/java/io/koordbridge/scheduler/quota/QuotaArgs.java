package io.koordbridge.scheduler.quota;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code quota}, with the reference's names and defaults.
 *
 * @param enabled whether quotas limit pods
 * @param enableCheckParentQuota whether ancestors are checked as well
 * @param enableRuntimeQuota whether the runtime is the limit; max otherwise
 * @param enableMinQuotaScale whether minima become smaller where a parent has less than all of them
 * @param quotaGroupNamespace where built-in quotas are created
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

        @JsonPropertyDescription("Namespace where the root, system and default quota are created if absent.")
        String quotaGroupNamespace,

        @JsonPropertyDescription("Feature gates of quotas, all off by default.")
        QuotaGates gates) {

    public static final QuotaArgs DEFAULT =
            new QuotaArgs(true, false, true, true, "koordinator-system", QuotaGates.OFF);

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static QuotaArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("enableCheckParentQuota") @Nullable Boolean checkParents,
            @JsonProperty("enableRuntimeQuota") @Nullable Boolean runtime,
            @JsonProperty("enableMinQuotaScale") @Nullable Boolean scale,
            @JsonProperty("quotaGroupNamespace") @Nullable String namespace,
            @JsonProperty("gates") @Nullable QuotaGates gates) {
        return new QuotaArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(checkParents, DEFAULT.enableCheckParentQuota),
                Objects.requireNonNullElse(runtime, DEFAULT.enableRuntimeQuota),
                Objects.requireNonNullElse(scale, DEFAULT.enableMinQuotaScale),
                Objects.requireNonNullElse(namespace, DEFAULT.quotaGroupNamespace),
                Objects.requireNonNullElse(gates, DEFAULT.gates));
    }

    QuotaSolver.Settings solver() {
        return new QuotaSolver.Settings(enableMinQuotaScale, gates.guaranteeUsage());
    }
}
