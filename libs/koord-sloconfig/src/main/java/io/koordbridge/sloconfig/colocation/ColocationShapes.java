package io.koordbridge.sloconfig.colocation;

import static io.koordbridge.sloconfig.Allowed.NOT_EMPTY;
import static io.koordbridge.sloconfig.Allowed.NOT_NEGATIVE;
import static io.koordbridge.sloconfig.Allowed.PERCENT;
import static io.koordbridge.sloconfig.Allowed.POSITIVE;
import static io.koordbridge.sloconfig.Scalar.ANY;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.DOUBLE;
import static io.koordbridge.sloconfig.Scalar.DURATION;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListShape;
import io.koordbridge.sloconfig.MapShape;
import io.koordbridge.sloconfig.NodeEntries;
import io.koordbridge.sloconfig.ObjectShape;

/** Fields of {@code colocation-config} with the ranges that the controller enforces. */
public final class ColocationShapes {

    /** Key of the config map. */
    public static final String KEY = "colocation-config";
    /** Field with the entries for some nodes. */
    static final String NODE_ENTRIES = "nodeConfigs";

    /** A strategy: the cluster's, an entry's, or an annotation's. */
    public static final ObjectShape STRATEGY = ObjectShape.of(
            Field.of("enable", BOOLEAN),
            Field.of("metricAggregateDurationSeconds", INT64).within(POSITIVE),
            Field.of("metricReportIntervalSeconds", INT64).within(POSITIVE),
            Field.of("metricAggregatePolicy", ObjectShape.of(Field.of("durations", new ListShape(DURATION)))),
            Field.of("metricMemoryCollectPolicy", TEXT).within(NOT_EMPTY).countingEmptyText(),
            Field.of("cpuReclaimThresholdPercent", INT64).within(NOT_NEGATIVE),
            Field.of("memoryReclaimThresholdPercent", INT64).within(NOT_NEGATIVE),
            Field.of("cpuCalculatePolicy", TEXT).countingEmptyText(),
            Field.of("memoryCalculatePolicy", TEXT).countingEmptyText(),
            Field.of("degradeTimeMinutes", INT64).within(POSITIVE),
            Field.of("updateTimeThresholdSeconds", INT64).within(POSITIVE),
            Field.of("resourceDiffThreshold", DOUBLE).within(POSITIVE),
            Field.of("midReclaimMode", TEXT).countingEmptyText(),
            Field.of("midCPUThresholdPercent", INT64).within(PERCENT),
            Field.of("midMemoryThresholdPercent", INT64).within(PERCENT),
            Field.of("midUnallocatedPercent", INT64).within(PERCENT),
            Field.of("midStaticCPUReservedPercent", INT64).within(NOT_NEGATIVE),
            Field.of("midStaticMemoryReservedPercent", INT64).within(NOT_NEGATIVE),
            Field.of("batchCPUThresholdPercent", INT64).within(NOT_NEGATIVE),
            Field.of("batchMemoryThresholdPercent", INT64).within(NOT_NEGATIVE),
            Field.of("extensions", new MapShape(ANY)));

    static final ObjectShape DOCUMENT =
            STRATEGY.with(Field.of(NODE_ENTRIES, new ListShape(NodeEntries.withIdentity(STRATEGY))));

    private ColocationShapes() {}
}
