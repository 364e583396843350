package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDataSize;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDataSize;
import io.dropwizard.validation.MinDuration;
import io.dropwizard.validation.OneOf;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Section {@code extender}: limits of a request and how answers are told. */
public final class ExtenderConfig {

    @NotNull
    @MinDataSize(value = 64, unit = DataSizeUnit.KIBIBYTES)
    @MaxDataSize(value = 64, unit = DataSizeUnit.MEBIBYTES)
    @JsonProperty
    @JsonPropertyDescription("Largest body of a request.")
    private DataSize maxRequestSize = DataSize.mebibytes(16);

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @MaxDuration(value = 1, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription("Longest time that a body may take to arrive.")
    private Duration readTimeout = Duration.seconds(5);

    /** 100 keeps every step; the scheduler multiplies by 10 and by the extender's weight. */
    @OneOf({"10", "100"})
    @JsonProperty
    @JsonPropertyDescription("Score of an empty node: 100 keeps every step, 10 is the documented scale.")
    private int maxScore = 100;

    @JsonProperty
    @JsonPropertyDescription("Whether refused nodes are reported by the real code; false reports each as "
            + "unresolvable, since the dry run of a preemption does not know what this extender checks.")
    private boolean preemptibleRefusals;

    /** Largest body of a request. */
    public DataSize maxRequestSize() {
        return maxRequestSize;
    }

    /** Longest time that a body may take to arrive. */
    public Duration readTimeout() {
        return readTimeout;
    }

    /** Score of an empty node. */
    public int maxScore() {
        return maxScore;
    }

    FilterVerb.Refusals refusals() {
        return preemptibleRefusals ? FilterVerb.Refusals.BY_CODE : FilterVerb.Refusals.NEVER_PREEMPT;
    }
}
