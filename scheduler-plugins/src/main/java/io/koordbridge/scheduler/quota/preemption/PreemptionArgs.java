package io.koordbridge.scheduler.quota.preemption;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Min;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code quotaPreemption}.
 *
 * @param enabled whether pods of a full quota evict less important ones of it
 * @param disableDefaultQuotaPreemption whether pods of the default quota are never evicted for it
 * @param mostPerMinute preemptions in a minute, of all quotas
 * @param dryRun whether they are only logged
 */
public record PreemptionArgs(
        @JsonPropertyDescription("A pod of a full quota evicts pods of lower priority of the same quota.")
        boolean enabled,

        @JsonPropertyDescription("Pods of the default quota are never evicted.")
        boolean disableDefaultQuotaPreemption,

        @Min(1) @JsonPropertyDescription("Preemptions in a minute, of all quotas.")
        int mostPerMinute,

        @JsonPropertyDescription("Only log what would be evicted.")
        boolean dryRun) {

    public static final PreemptionArgs DEFAULT = new PreemptionArgs(true, true, 60, false);

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static PreemptionArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("disableDefaultQuotaPreemption") @Nullable Boolean protectDefault,
            @JsonProperty("mostPerMinute") @Nullable Integer most,
            @JsonProperty("dryRun") @Nullable Boolean dryRun) {
        return new PreemptionArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(protectDefault, DEFAULT.disableDefaultQuotaPreemption),
                Objects.requireNonNullElse(most, DEFAULT.mostPerMinute),
                Objects.requireNonNullElse(dryRun, DEFAULT.dryRun));
    }
}
