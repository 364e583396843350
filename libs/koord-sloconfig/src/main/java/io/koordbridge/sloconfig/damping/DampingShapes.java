package io.koordbridge.sloconfig.damping;

import static io.koordbridge.sloconfig.Allowed.NOT_NEGATIVE;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListShape;
import io.koordbridge.sloconfig.ObjectShape;

/** Fields of {@code extensions.damping} with their ranges. */
public final class DampingShapes {

    static final String ENABLE = "enable";
    static final String GROW_STEP = "growStepPercent";
    static final String GROW_INTERVAL = "growIntervalSeconds";
    static final String HOLD_RANGE = "holdRangePercent";
    static final String CPU_OVERSELL_LIMIT = "batchCPUOversellLimitPercent";
    static final String MEMORY_OVERSELL_LIMIT = "batchMemoryOversellLimitPercent";
    static final String ROUND_MEMORY = "roundMemoryMiB";
    static final String SCHEDULE = "schedule";
    static final String STEADY_PODS = "steadyPods";
    static final String WINDOW_SECONDS = "windowSeconds";
    static final String COUNT_PODS_WITHOUT_METRICS = "countPodsWithoutMetrics";
    static final String NAME = "name";
    static final String TIMEZONE = "timezone";
    static final String DAYS = "days";
    static final String FROM = "from";
    static final String TO = "to";
    static final String CPU_THRESHOLD = "cpuReclaimThresholdPercent";
    static final String MEMORY_THRESHOLD = "memoryReclaimThresholdPercent";

    static final ObjectShape WINDOW = ObjectShape.of(
            Field.of(NAME, TEXT),
            Field.of(TIMEZONE, TEXT),
            Field.of(DAYS, new ListShape(TEXT)),
            Field.of(FROM, TEXT),
            Field.of(TO, TEXT),
            Field.of(CPU_THRESHOLD, INT64).within(NOT_NEGATIVE),
            Field.of(MEMORY_THRESHOLD, INT64).within(NOT_NEGATIVE));

    /** The whole document. */
    public static final ObjectShape DOCUMENT = ObjectShape.of(
            Field.of(ENABLE, BOOLEAN),
            Field.of(GROW_STEP, INT64).within(between(1, 100)),
            Field.of(GROW_INTERVAL, INT64).within(between(1, 86_400)),
            Field.of(HOLD_RANGE, INT64).within(between(0, 50)),
            Field.of(CPU_OVERSELL_LIMIT, INT64).within(between(100, 1000)),
            Field.of(MEMORY_OVERSELL_LIMIT, INT64).within(between(100, 1000)),
            Field.of(ROUND_MEMORY, INT64).within(between(1, 65_536)),
            Field.of(SCHEDULE, new ListShape(WINDOW)),
            Field.of(
                    STEADY_PODS,
                    ObjectShape.of(
                            Field.of(ENABLE, BOOLEAN),
                            Field.of(WINDOW_SECONDS, INT64).within(between(1, 3600)),
                            Field.of(COUNT_PODS_WITHOUT_METRICS, BOOLEAN))));

    private DampingShapes() {}

    private static Allowed between(long lowest, long highest) {
        return new Allowed(lowest, true, highest, false, lowest + ".." + highest);
    }
}
