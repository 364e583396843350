package io.koordbridge.sloconfig.damping;

import static io.koordbridge.sloconfig.Allowed.NOT_NEGATIVE;
import static io.koordbridge.sloconfig.Allowed.PERCENT;
import static io.koordbridge.sloconfig.Allowed.between;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.ObjectSchema;

/** Fields of {@code extensions.damping} with their ranges. */
public final class DampingSchemas {

    static final String ENABLE = "enable";
    static final String GROW_STEP = "growStepPercent";
    static final String GROW_INTERVAL = "growIntervalSeconds";
    static final String HOLD_RANGE = "holdRangePercent";
    static final String CPU_OVERSELL_LIMIT = "batchCPUOversellLimitPercent";
    static final String MEMORY_OVERSELL_LIMIT = "batchMemoryOversellLimitPercent";
    static final String MID = "mid";
    static final String MID_CPU_OVERSELL_LIMIT = "midCPUOversellLimitPercent";
    static final String MID_MEMORY_OVERSELL_LIMIT = "midMemoryOversellLimitPercent";
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
    static final String MID_CPU_THRESHOLD = "midCPUThresholdPercent";
    static final String MID_MEMORY_THRESHOLD = "midMemoryThresholdPercent";
    static final String MID_UNALLOCATED = "midUnallocatedPercent";

    private static final Allowed STEP = between(1, 100);
    private static final Allowed INTERVAL = between(1, 86_400);
    private static final Allowed HOLD = between(0, 50);
    private static final Allowed LIMIT = between(100, 1000);

    static final ObjectSchema WINDOW = ObjectSchema.of(
            Field.of(NAME, TEXT).means("name in explanations"),
            Field.of(TIMEZONE, TEXT).means("such as Europe/Berlin; absent: UTC"),
            Field.of(DAYS, new ListSchema(TEXT)).means("days on which it opens, Mon to Sun; absent: every day"),
            Field.of(FROM, TEXT).means("opens then, such as 22:00"),
            Field.of(TO, TEXT).means("closes then, exclusive; not after from: on the next day"),
            Field.of(CPU_THRESHOLD, INT64)
                    .within(NOT_NEGATIVE)
                    .means("cpuReclaimThresholdPercent while open; absent: the strategy's"),
            Field.of(MEMORY_THRESHOLD, INT64)
                    .within(NOT_NEGATIVE)
                    .means("memoryReclaimThresholdPercent while open; absent: the strategy's"),
            Field.of(MID_CPU_THRESHOLD, INT64)
                    .within(PERCENT)
                    .means("midCPUThresholdPercent while open; absent: the strategy's"),
            Field.of(MID_MEMORY_THRESHOLD, INT64)
                    .within(PERCENT)
                    .means("midMemoryThresholdPercent while open; absent: the strategy's"),
            Field.of(MID_UNALLOCATED, INT64)
                    .within(PERCENT)
                    .means("midUnallocatedPercent while open; absent: the strategy's"));

    private static final ObjectSchema MID_RULES = ObjectSchema.of(
            Field.of(ENABLE, BOOLEAN)
                    .means("false: mid is published as calculated, but a window holds; absent: damped"),
            Field.of(GROW_STEP, INT64).within(STEP).means("growStepPercent of mid; absent: that of batch"),
            Field.of(GROW_INTERVAL, INT64).within(INTERVAL).means("growIntervalSeconds of mid; absent: that of batch"),
            Field.of(HOLD_RANGE, INT64).within(HOLD).means("holdRangePercent of mid; absent: that of batch"));

    private static final ObjectSchema STEADY = ObjectSchema.of(
            Field.of(ENABLE, BOOLEAN).means("false switches this part off; absent: on"),
            Field.of(WINDOW_SECONDS, INT64)
                    .within(between(1, 3600))
                    .means("how long a pod that is in one source only counts as before; absent: two report intervals"),
            Field.of(COUNT_PODS_WITHOUT_METRICS, BOOLEAN)
                    .means("a pod without metrics counts with its request by every policy; absent: true"));

    /** The whole document. */
    public static final ObjectSchema DOCUMENT = ObjectSchema.of(
            Field.of(ENABLE, BOOLEAN).means("false switches all of it off; absent: on"),
            Field.of(GROW_STEP, INT64)
                    .within(STEP)
                    .means("largest growth at once in percent of the node; absent: no steps"),
            Field.of(GROW_INTERVAL, INT64)
                    .within(INTERVAL)
                    .means("least time between two steps, and from a shrink to the first; absent: 60"),
            Field.of(HOLD_RANGE, INT64)
                    .within(HOLD)
                    .means("changes up to this share of the published value are skipped; absent: 0"),
            Field.of(CPU_OVERSELL_LIMIT, INT64)
                    .within(LIMIT)
                    .means(
                            "what prod and mid ask for and batch CPU together, in percent of the node; absent: no limit"),
            Field.of(MEMORY_OVERSELL_LIMIT, INT64)
                    .within(LIMIT)
                    .means(
                            "what prod and mid ask for and batch memory together, in percent of the node; absent: no limit"),
            Field.of(MID_CPU_OVERSELL_LIMIT, INT64)
                    .within(LIMIT)
                    .means("what prod asks for and mid CPU together, in percent of the node; absent: no limit"),
            Field.of(MID_MEMORY_OVERSELL_LIMIT, INT64)
                    .within(LIMIT)
                    .means("what prod asks for and mid memory together, in percent of the node; absent: no limit"),
            Field.of(MID, MID_RULES).means("mid capacity where it differs from batch; absent: damped alike"),
            Field.of(ROUND_MEMORY, INT64)
                    .within(between(1, 65_536))
                    .means("memory is rounded down to a multiple of this; absent: not rounded"),
            Field.of(SCHEDULE, new ListSchema(WINDOW))
                    .means("times of day with other thresholds, the first that is open holds"),
            Field.of(STEADY_PODS, STEADY).means("no jump when a pod appears or goes in one of two sources only"));

    private DampingSchemas() {}
}
