package io.koordbridge.scheduler.quota.revoke;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import jakarta.validation.constraints.Min;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code quotaRevoke}, with the reference's names and defaults.
 *
 * @param monitorAllQuotas whether pods are evicted
 * @param delayEvictTime how long a quota may use more than its runtime
 * @param mostPerMinute evictions of one quota in a minute
 * @param dryRun whether they are only logged
 */
public record RevokeArgs(
        @JsonPropertyDescription(
                "Evict pods of quotas that use more than their runtime; needs quota.enableRuntimeQuota.")
        boolean monitorAllQuotas,

        @JsonPropertyDescription("How long a quota may use more than its runtime.")
        Duration delayEvictTime,

        @Min(1) @JsonPropertyDescription("Evictions of one quota in a minute.")
        int mostPerMinute,

        @JsonPropertyDescription("Only log what would be evicted.")
        boolean dryRun) {

    public static final RevokeArgs DEFAULT = new RevokeArgs(false, Duration.minutes(2), 10, false);

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static RevokeArgs of(
            @JsonProperty("monitorAllQuotas") @Nullable Boolean monitor,
            @JsonProperty("delayEvictTime") @Nullable Duration delay,
            @JsonProperty("mostPerMinute") @Nullable Integer most,
            @JsonProperty("dryRun") @Nullable Boolean dryRun) {
        return new RevokeArgs(
                Objects.requireNonNullElse(monitor, DEFAULT.monitorAllQuotas),
                Objects.requireNonNullElse(delay, DEFAULT.delayEvictTime),
                Objects.requireNonNullElse(most, DEFAULT.mostPerMinute),
                Objects.requireNonNullElse(dryRun, DEFAULT.dryRun));
    }
}
