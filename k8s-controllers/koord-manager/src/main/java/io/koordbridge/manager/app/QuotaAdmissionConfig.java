package io.koordbridge.manager.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.koordbridge.manager.quota.admission.QuotaEvaluator;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Section {@code quotaAdmission}: how accepted requests are written to quotas. */
public final class QuotaAdmissionConfig {

    /** Of a caller who waits as long; the API server says in each call for how long it does. */
    private static final java.time.Duration LONGEST_WAIT = java.time.Duration.ofSeconds(10);

    @Min(0)
    @Max(100)
    @JsonProperty
    @JsonPropertyDescription("Tries to write what a quota admitted, on conflicts; more for large batches.")
    private int updateMaxRetries = 3;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Longest random wait between two tries.")
    private Duration updateRetryJitter = Duration.milliseconds(0);

    @JsonProperty
    @JsonPropertyDescription("Whether a quota is read past the cache after a conflict.")
    private boolean updateConflictFreshGet;

    /** The limits of the evaluator. */
    QuotaEvaluator.Limits limits() {
        return new QuotaEvaluator.Limits(
                LONGEST_WAIT, updateMaxRetries, updateRetryJitter.toJavaDuration(), updateConflictFreshGet);
    }
}
