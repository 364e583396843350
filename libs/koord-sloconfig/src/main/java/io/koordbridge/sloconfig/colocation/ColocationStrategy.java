package io.koordbridge.sloconfig.colocation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.sloconfig.Overlay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole colocation strategy; names are those of the document.
 *
 * @param cpuReclaimThresholdPercent share of the node that may be used, above 100 oversells
 * @param batchCPUThresholdPercent upper limit of batch CPU in percent of the node, null for none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ColocationStrategy(
        boolean enable,
        long metricAggregateDurationSeconds,
        long metricReportIntervalSeconds,
        AggregateWindows metricAggregatePolicy,
        String metricMemoryCollectPolicy,
        long cpuReclaimThresholdPercent,
        long memoryReclaimThresholdPercent,
        String cpuCalculatePolicy,
        String memoryCalculatePolicy,
        long degradeTimeMinutes,
        long updateTimeThresholdSeconds,
        double resourceDiffThreshold,
        @Nullable String midReclaimMode,
        long midCPUThresholdPercent,
        long midMemoryThresholdPercent,
        long midUnallocatedPercent,
        long midStaticCPUReservedPercent,
        long midStaticMemoryReservedPercent,
        @Nullable Long batchCPUThresholdPercent,
        @Nullable Long batchMemoryThresholdPercent,
        @Nullable Map<String, JsonNode> extensions) {

    private static final long WHOLE = 100;
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final int SECONDS_PER_MINUTE = 60;

    /** Defaults as a document tree, the base of every overlay. */
    static final ObjectNode DEFAULT_TREE = ColocationSchemas.CONFIG.defaults();

    /** What holds without configuration: colocation off. */
    public static final ColocationStrategy DEFAULT = of(DEFAULT_TREE);

    /** Windows of the percentiles, canonical texts. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record AggregateWindows(List<String> durations) {

        public AggregateWindows {
            durations = List.copyOf(durations);
        }
    }

    /** Binds a merged tree. */
    public static ColocationStrategy of(ObjectNode tree) {
        try {
            return PlainJson.MAPPER.treeToValue(tree, ColocationStrategy.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a merged strategy does not bind: " + tree, e);
        }
    }

    /** A strategy document laid over the defaults. */
    public static ColocationStrategy overDefaults(ObjectNode document) {
        return of(Overlay.merge(DEFAULT_TREE, document, ColocationSchemas.STRATEGY));
    }

    /**
     * The same strategy, where neither batch nor mid exceeds the node, nor less than nothing. Thresholds above
     * 100 still oversell: what prod uses and what is offered may add up to more than the node.
     */
    public ColocationStrategy boundedByNode() {
        return with(
                new Percents(cpuReclaimThresholdPercent, memoryReclaimThresholdPercent),
                new MidPercents(
                        bounded(midCPUThresholdPercent), bounded(midMemoryThresholdPercent), midUnallocatedPercent),
                batchCPUThresholdPercent == null ? WHOLE : bounded(batchCPUThresholdPercent),
                batchMemoryThresholdPercent == null ? WHOLE : bounded(batchMemoryThresholdPercent));
    }

    private static long bounded(long percent) {
        return Math.max(Math.min(percent, WHOLE), 0);
    }

    private record Percents(long cpu, long memory) {}

    private record MidPercents(long cpu, long memory, long unallocated) {}

    private ColocationStrategy with(
            Percents reclaim, MidPercents mid, @Nullable Long batchCpuPercent, @Nullable Long batchMemoryPercent) {
        return new ColocationStrategy(
                enable,
                metricAggregateDurationSeconds,
                metricReportIntervalSeconds,
                metricAggregatePolicy,
                metricMemoryCollectPolicy,
                reclaim.cpu(),
                reclaim.memory(),
                cpuCalculatePolicy,
                memoryCalculatePolicy,
                degradeTimeMinutes,
                updateTimeThresholdSeconds,
                resourceDiffThreshold,
                midReclaimMode,
                mid.cpu(),
                mid.memory(),
                mid.unallocated(),
                midStaticCPUReservedPercent,
                midStaticMemoryReservedPercent,
                batchCpuPercent,
                batchMemoryPercent,
                extensions);
    }

    /** Time between two reports of a node. */
    public Duration reportInterval() {
        return limited(metricReportIntervalSeconds, 1);
    }

    /** Age from which a NodeMetric is stale. */
    public Duration degradeAfter() {
        return limited(degradeTimeMinutes, SECONDS_PER_MINUTE);
    }

    /** Age of the last status write from which another is due. */
    public Duration writeAgainAfter() {
        return limited(updateTimeThresholdSeconds, 1);
    }

    /** A node's own annotation is not validated. */
    private static Duration limited(long count, int unitSeconds) {
        long most = LONGEST.toSeconds() / unitSeconds;
        return Duration.ofSeconds(Math.max(-most, Math.min(most, count)) * unitSeconds);
    }
}
