package io.koordbridge.manager.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.koordbridge.manager.quotaadmission.QuotaEvaluator;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Section {@code quotaAdmission}: how accepted requests are written to quotas. */
public final class QuotaAdmissionSettings {

    private static final java.time.Duration LONGEST_WAIT = java.time.Duration.ofSeconds(10);

    @Min(0)
    @Max(100)
    @JsonProperty
    private int updateMaxRetries = 3;

    @NotNull
    @JsonProperty
    private Duration updateRetryJitter = Duration.milliseconds(0);

    @JsonProperty
    private boolean updateConflictFreshGet;

    /** The limits of the evaluator. */
    QuotaEvaluator.Limits limits() {
        return new QuotaEvaluator.Limits(
                LONGEST_WAIT, updateMaxRetries, updateRetryJitter.toJavaDuration(), updateConflictFreshGet);
    }
}
