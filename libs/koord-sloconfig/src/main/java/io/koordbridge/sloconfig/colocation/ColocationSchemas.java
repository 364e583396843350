package io.koordbridge.sloconfig.colocation;

import static io.koordbridge.sloconfig.Allowed.NOT_EMPTY;
import static io.koordbridge.sloconfig.Allowed.NOT_NEGATIVE;
import static io.koordbridge.sloconfig.Allowed.PERCENT;
import static io.koordbridge.sloconfig.Allowed.POSITIVE;
import static io.koordbridge.sloconfig.Allowed.atLeast;
import static io.koordbridge.sloconfig.Allowed.between;
import static io.koordbridge.sloconfig.Scalar.ANY;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.DOUBLE;
import static io.koordbridge.sloconfig.Scalar.DURATION;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.util.List;

/** Fields of {@code colocation-config} with their ranges and defaults. */
public final class ColocationSchemas {

    /** Key of the config map. */
    public static final String KEY = "colocation-config";

    /** Fields of a fixed estimate of CPU. */
    private static final List<String> CPU_ESTIMATE = List.of("cpuUsageEstimate", "cpuUsageEstimateWindowSeconds");

    /** Fields of a fixed estimate of memory. */
    private static final List<String> MEMORY_ESTIMATE =
            List.of("memoryUsageEstimate", "memoryUsageEstimateWindowSeconds");

    private static final Allowed LEVEL = Allowed.oneOf(EstimateLevel.WIRE_NAMES);
    private static final Allowed WINDOW = between(60, 86_400);
    private static final Allowed RISK = new Allowed(0.1, true, 20, false, "0.1..20");
    private static final Allowed SHARE = new Allowed(0, false, 1, false, "> 0, <= 1");

    /** A strategy: the cluster's, an entry's, or an annotation's. */
    public static final ObjectSchema STRATEGY = ObjectSchema.of(Field.of("enable", BOOLEAN)
                    .means("offers unused capacity; a node needs it on for the cluster and for itself"))
            .with(metricFields())
            .with(reclaimFields())
            .with(writingFields())
            .with(midFields())
            .with(estimateFields())
            .excluding(CPU_ESTIMATE, List.of("riskPercent"))
            .excluding(MEMORY_ESTIMATE, List.of("memoryRiskPercent"))
            .with(
                    Field.of("batchCPUThresholdPercent", INT64)
                            .within(NOT_NEGATIVE)
                            .means("upper limit of batch CPU in percent of the node; absent or above 100: the node"),
                    Field.of("batchMemoryThresholdPercent", INT64)
                            .within(NOT_NEGATIVE)
                            .means("upper limit of batch memory in percent of the node; absent or above 100: the node"),
                    Field.of("extensions", new MapSchema(ANY)).means("left to third parties, handed on as it is"));

    /** The key as a whole. */
    public static final ConfigDocument CONFIG = new ConfigDocument(KEY, Layout.TOP_LEVEL, STRATEGY, """
            {"enable": false,
             "metricAggregateDurationSeconds": 300,
             "metricReportIntervalSeconds": 60,
             "metricAggregatePolicy": {"durations": ["5m", "10m", "30m"]},
             "metricMemoryCollectPolicy": "usageWithoutPageCache",
             "cpuReclaimThresholdPercent": 60,
             "memoryReclaimThresholdPercent": 65,
             "cpuCalculatePolicy": "usage",
             "memoryCalculatePolicy": "usage",
             "degradeTimeMinutes": 15,
             "updateTimeThresholdSeconds": 300,
             "resourceDiffThreshold": 0.1,
             "midCPUThresholdPercent": 100,
             "midMemoryThresholdPercent": 100,
             "midUnallocatedPercent": 0,
             "midStaticCPUReservedPercent": 0,
             "midStaticMemoryReservedPercent": 0}
            """);

    private ColocationSchemas() {}

    private static Field[] metricFields() {
        ObjectSchema windows = ObjectSchema.of(
                Field.of("durations", new ListSchema(DURATION)).means("windows over which percentiles are reported"));
        return new Field[] {
            Field.of("metricAggregateDurationSeconds", INT64)
                    .within(POSITIVE)
                    .admitting(atLeast(1))
                    .means("window of the averages that a node reports"),
            Field.of("metricReportIntervalSeconds", INT64)
                    .within(POSITIVE)
                    .admitting(atLeast(1))
                    .means("time between two reports of a node"),
            Field.of("metricAggregatePolicy", windows).means("percentiles that a node reports"),
            Field.of("metricMemoryCollectPolicy", TEXT)
                    .within(NOT_EMPTY)
                    .admitting(null)
                    .knowing("usageWithoutPageCache", "usageWithHotPageCache", "usageWithPageCache")
                    .countingEmptyText()
                    .means("what counts as used memory")
        };
    }

    private static Field[] reclaimFields() {
        return new Field[] {
            Field.of("cpuReclaimThresholdPercent", INT64)
                    .within(NOT_NEGATIVE)
                    .means("share of the node's CPU up to which it may be used; above 100 oversells"),
            Field.of("memoryReclaimThresholdPercent", INT64)
                    .within(NOT_NEGATIVE)
                    .means("share of the node's memory up to which it may be used; above 100 oversells"),
            Field.of("cpuCalculatePolicy", TEXT)
                    .knowing("usage", "maxUsageRequest")
                    .countingEmptyText()
                    .means("what prod pods take from batch CPU; any other text acts like usage"),
            Field.of("memoryCalculatePolicy", TEXT)
                    .knowing("usage", "request", "maxUsageRequest")
                    .countingEmptyText()
                    .means("what prod pods take from batch memory; any other text acts like usage")
        };
    }

    private static Field[] writingFields() {
        return new Field[] {
            Field.of("degradeTimeMinutes", INT64)
                    .within(POSITIVE)
                    .admitting(atLeast(1))
                    .means("age of a report from which the node offers nothing"),
            Field.of("updateTimeThresholdSeconds", INT64)
                    .within(POSITIVE)
                    .admitting(atLeast(1))
                    .means("time after which capacity is written again even if it changed little"),
            Field.of("resourceDiffThreshold", DOUBLE)
                    .within(POSITIVE)
                    .admitting(SHARE)
                    .means("relative change from which capacity is written at once")
        };
    }

    private static Field[] estimateFields() {
        return new Field[] {
            Field.of("cpuUsageEstimate", TEXT)
                    .within(LEVEL)
                    .means(
                            "CPU that online work is expected to use: its mean, or a percentile or the maximum over a window; absent:"
                                    + " mean"),
            Field.of("cpuUsageEstimateWindowSeconds", INT64)
                    .within(WINDOW)
                    .means("window of that percentile; the nearest one that the node reports is taken; absent: 900"),
            Field.of("memoryUsageEstimate", TEXT).within(LEVEL).means("the same for memory; absent: mean"),
            Field.of("memoryUsageEstimateWindowSeconds", INT64)
                    .within(WINDOW)
                    .means("window of that percentile; the nearest one that the node reports is taken; absent: 900"),
            Field.of("riskPercent", DOUBLE)
                    .within(RISK)
                    .means(
                            "share of time in which batch CPU may be short; estimate, window and growth step are chosen for"
                                    + " each node from its own history; absent: not chosen"),
            Field.of("memoryRiskPercent", DOUBLE).within(RISK).means("the same for memory"),
            Field.of("forecast", BOOLEAN)
                    .means("expects no less than the node's own history says about the time of day; absent: false")
        };
    }

    private static Field[] midFields() {
        return new Field[] {
            Field.of("midReclaimMode", TEXT)
                    .knowing("static")
                    .countingEmptyText()
                    .means("static reserves a fixed share for mid, any other text or none follows the prediction"),
            Field.of("midCPUThresholdPercent", INT64)
                    .within(PERCENT)
                    .means("upper limit of mid CPU in percent of the node"),
            Field.of("midMemoryThresholdPercent", INT64)
                    .within(PERCENT)
                    .means("upper limit of mid memory in percent of the node"),
            Field.of("midUnallocatedPercent", INT64)
                    .within(PERCENT)
                    .means("share of the part that prod did not request, for mid"),
            Field.of("midStaticCPUReservedPercent", INT64)
                    .within(NOT_NEGATIVE)
                    .admitting(PERCENT)
                    .means("share of the node's CPU that mid gets in static mode"),
            Field.of("midStaticMemoryReservedPercent", INT64)
                    .within(NOT_NEGATIVE)
                    .admitting(PERCENT)
                    .means("share of the node's memory that mid gets in static mode")
        };
    }
}
