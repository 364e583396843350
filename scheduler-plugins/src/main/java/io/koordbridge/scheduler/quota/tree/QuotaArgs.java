package io.koordbridge.scheduler.quota.tree;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.api.quota.QuotaNamespaces;
import java.util.List;
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
 * @param quotaNamespaces namespaces whose quotas may take the pods of other namespaces
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

        @JsonPropertyDescription(
                "Namespaces whose quotas may take the pods of other namespaces by their annotation; * for all, as Koordinator."
                        + " The same as quotaNamespaces of koord-manager.")
        List<String> quotaNamespaces,

        @JsonPropertyDescription("Feature gates of quotas, all off by default.")
        QuotaGates gates) {

    public static final QuotaArgs DEFAULT =
            new QuotaArgs(true, false, true, true, "koordinator-system", QuotaNamespaces.DEFAULT, QuotaGates.OFF);

    public QuotaArgs {
        quotaNamespaces = List.copyOf(quotaNamespaces);
    }

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static QuotaArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("enableCheckParentQuota") @Nullable Boolean checkParents,
            @JsonProperty("enableRuntimeQuota") @Nullable Boolean runtime,
            @JsonProperty("enableMinQuotaScale") @Nullable Boolean scale,
            @JsonProperty("quotaGroupNamespace") @Nullable String namespace,
            @JsonProperty("quotaNamespaces") @Nullable List<String> namespaces,
            @JsonProperty("gates") @Nullable QuotaGates gates) {
        return new QuotaArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(checkParents, DEFAULT.enableCheckParentQuota),
                Objects.requireNonNullElse(runtime, DEFAULT.enableRuntimeQuota),
                Objects.requireNonNullElse(scale, DEFAULT.enableMinQuotaScale),
                Objects.requireNonNullElse(namespace, DEFAULT.quotaGroupNamespace),
                Objects.requireNonNullElse(namespaces, DEFAULT.quotaNamespaces),
                Objects.requireNonNullElse(gates, DEFAULT.gates));
    }

    /** Which quotas may take the pods of other namespaces. */
    QuotaNamespaces bindings() {
        return QuotaNamespaces.of(quotaNamespaces);
    }

    QuotaSolver.Settings solver() {
        return new QuotaSolver.Settings(enableMinQuotaScale, gates.guaranteeUsage());
    }
}
