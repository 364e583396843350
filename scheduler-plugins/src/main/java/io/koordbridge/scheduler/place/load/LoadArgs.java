package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.validation.ValidationMethod;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.ClusterLedger;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Section {@code loadAware}: the arguments of the reference's plugin LoadAwareScheduling. */
public final class LoadArgs {

    private static final Map<String, Long> DEFAULT_FACTORS = Map.of(ResourceNames.CPU, 85L, ResourceNames.MEMORY, 70L);
    private static final Map<String, Long> DEFAULT_WEIGHTS = Map.of(ResourceNames.CPU, 1L, ResourceNames.MEMORY, 1L);
    private static final Map<String, Long> DEFAULT_THRESHOLDS =
            Map.of(ResourceNames.CPU, 65L, ResourceNames.MEMORY, 95L);

    @JsonProperty
    @JsonPropertyDescription("Whether nodes that use too much take no pods, and those that use little are preferred.")
    private boolean enabled = true;

    @Min(0)
    @Max(100)
    @JsonProperty
    @JsonPropertyDescription("How much its score counts beside the other scores of the extender.")
    private long weight = 1;

    @JsonProperty
    @JsonPropertyDescription("Whether a NodeMetric that is too old counts as such; used as if it were new when false.")
    private boolean filterExpiredNodeMetrics = true;

    @Min(1)
    @JsonProperty
    @JsonPropertyDescription("Age in seconds from which a NodeMetric is too old.")
    private long nodeMetricExpirationSeconds = 180;

    @JsonProperty
    @JsonPropertyDescription("Whether a node whose NodeMetric is too old takes pods, unchecked.")
    private boolean enableScheduleWhenNodeMetricsExpired;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Weights of the score by resource; cpu and memory 1 each when empty and dominantResourceWeight is 0.")
    private Map<String, @Min(1) @Max(100) Long> resourceWeights = Map.of();

    @Min(0)
    @Max(100)
    @JsonProperty
    @JsonPropertyDescription("Weight of the resource that is used most.")
    private long dominantResourceWeight;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Percent of its capacity that a node may use, by resource, 0 for not checked; cpu 65 and memory 95 when empty.")
    private Map<String, @Min(0) @Max(100) Long> usageThresholds = Map.of();

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Percent of its capacity that the prod pods of a node may use, for prod pods.")
    private Map<String, @Min(0) @Max(100) Long> prodUsageThresholds = Map.of();

    @JsonProperty
    @JsonPropertyDescription("Whether the usage of the system counts as usage of prod pods.")
    private boolean prodUsageIncludeSys;

    @JsonProperty
    @JsonPropertyDescription("Whether prod pods are scored by the usage of prod pods.")
    private boolean scoreAccordingProdUsage;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription(
            "Percent of its limit or request that a pod is expected to use, by resource; cpu 85 and memory 70 unless they are given.")
    private Map<String, @Min(1) @Max(100) Long> estimatedScalingFactors = Map.of();

    @Min(-1)
    @JsonProperty
    @JsonPropertyDescription(
            "How long the expectation counts after a pod was placed whatever is reported, in seconds; -1 for not at all.")
    private long estimatedSecondsAfterPodScheduled = -1;

    @Min(-1)
    @JsonProperty
    @JsonPropertyDescription("The same after its init containers were done.")
    private long estimatedSecondsAfterInitialized = -1;

    @JsonProperty
    @JsonPropertyDescription("Whether annotations of a pod replace these expectations.")
    private boolean allowCustomizeEstimation;

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Percentiles instead of the usage now.")
    private AggregatedArgs aggregated = AggregatedArgs.NONE;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Further resources that are looked at.")
    private List<String> supportedResources = List.of();

    @ValidationMethod(message = "each key of resourceWeights needs one in estimatedScalingFactors")
    @JsonIgnore
    public boolean isEachWeightEstimated() {
        return factors().keySet().containsAll(resourceWeights.keySet());
    }

    /** Whether load counts at all. */
    public boolean enabled() {
        return enabled;
    }

    /** The plugin. */
    public SchedulingPlugin plugin() {
        return new LoadAwarePlugin(rules(), weight);
    }

    /** What feeds it. */
    public LoadFeed feed(ClusterLedger ledger, Clock clock, EventRecorder events) {
        return feed(ledger, clock, new LoadEvents(events));
    }

    LoadFeed feed(ClusterLedger ledger, Clock clock, LoadNotices notices) {
        return new LoadFeed(ledger, Duration.ofSeconds(nodeMetricExpirationSeconds), clock, notices);
    }

    private SortedMap<String, Long> factors() {
        SortedMap<String, Long> factors = new TreeMap<>(DEFAULT_FACTORS);
        factors.putAll(estimatedScalingFactors);
        return factors;
    }

    private LoadRules.Expired expired() {
        if (!filterExpiredNodeMetrics) {
            return LoadRules.Expired.COUNTS;
        }
        return enableScheduleWhenNodeMetricsExpired ? LoadRules.Expired.PASSES : LoadRules.Expired.REFUSES;
    }

    LoadRules rules() {
        Map<String, Long> thresholds = usageThresholds.isEmpty() ? DEFAULT_THRESHOLDS : usageThresholds;
        SortedMap<String, Long> weights = new TreeMap<>(
                resourceWeights.isEmpty() && dominantResourceWeight == 0 ? DEFAULT_WEIGHTS : resourceWeights);
        SortedMap<String, Long> factors = factors();
        SortedSet<String> resources = new TreeSet<>(List.of(ResourceNames.CPU, ResourceNames.MEMORY));
        resources.addAll(thresholds.keySet());
        resources.addAll(prodUsageThresholds.keySet());
        resources.addAll(aggregated.usageThresholds().keySet());
        resources.addAll(weights.keySet());
        resources.addAll(factors.keySet());
        resources.addAll(supportedResources);
        return new LoadRules(
                expired(),
                new Thresholds(thresholds, prodUsageThresholds, aggregated.thresholds()),
                prodUsageIncludeSys,
                new EstimateRules(
                        factors,
                        allowCustomizeEstimation,
                        estimatedSecondsAfterPodScheduled,
                        estimatedSecondsAfterInitialized),
                new LoadRules.Score(weights, dominantResourceWeight, scoreAccordingProdUsage, aggregated.score()),
                resources);
    }
}
