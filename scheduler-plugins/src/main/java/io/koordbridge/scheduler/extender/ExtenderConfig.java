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
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Section {@code extender}: limits of a request and the form of answers. */
public final class ExtenderConfig {

    @NotNull
    @MinDataSize(value = 64, unit = DataSizeUnit.KIBIBYTES)
    @MaxDataSize(value = 64, unit = DataSizeUnit.MEBIBYTES)
    @JsonProperty
    @JsonPropertyDescription("Largest body of a request.")
    private DataSize maxRequestSize = DataSize.mebibytes(16);

    /** 100 keeps every step; the scheduler multiplies by 10 and by the extender's weight. */
    @OneOf({"10", "100"})
    @JsonProperty
    @JsonPropertyDescription(
            "What the highest score of a capability of weight 1 adds: 100 keeps every step, 10 is the documented scale.")
    private int maxScore = 100;

    @JsonProperty
    @JsonPropertyDescription("Whether refused nodes are reported by the real code; false reports each as "
            + "unresolvable, since the dry run of a preemption does not know what this extender checks.")
    private boolean preemptibleRefusals;

    @Min(0)
    @Max(10_000)
    @JsonProperty
    @JsonPropertyDescription(
            "For pods without affinity and spread constraints, filter returns at most this many nodes, the best "
                    + "ones; 0 returns all.")
    private int bestNodes = 100;

    @JsonProperty
    @JsonPropertyDescription(
            "For pods without affinity, spread constraints, host ports, volumes with a place and owners that keep replicas, "
                    + "filter chooses the node and keeps its room; kube-scheduler's scores do not count for them then.")
    private boolean oneNode = true;

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @MaxDuration(value = 10, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription(
            "After this time filter, prioritize and preempt give up; as long as httpTimeout of the extender in "
                    + "kube-scheduler-config.yaml, after which kube-scheduler gives up.")
    private Duration answerWithin = Duration.seconds(5);

    /** After this time the caller has given up. */
    java.time.Duration answerWithin() {
        return answerWithin.toJavaDuration();
    }

    /** Largest body of a request. */
    public DataSize maxRequestSize() {
        return maxRequestSize;
    }

    /** What the highest score of a capability of weight 1 adds. */
    public int maxScore() {
        return maxScore;
    }

    boolean oneNode() {
        return oneNode;
    }

    int bestNodes() {
        return bestNodes;
    }

    FilterVerb.Refusals refusals() {
        return preemptibleRefusals ? FilterVerb.Refusals.BY_CODE : FilterVerb.Refusals.NEVER_PREEMPT;
    }
}
