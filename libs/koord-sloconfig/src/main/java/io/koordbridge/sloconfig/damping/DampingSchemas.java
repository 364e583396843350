package io.koordbridge.sloconfig.damping;

import static io.koordbridge.sloconfig.Allowed.between;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.INT64;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Field;
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
    static final String STEADY_PODS = "steadyPods";
    static final String WINDOW_SECONDS = "windowSeconds";
    static final String COUNT_PODS_WITHOUT_METRICS = "countPodsWithoutMetrics";

    private static final Allowed STEP = between(1, 100);
    private static final Allowed INTERVAL = between(1, 86_400);
    private static final Allowed HOLD = between(0, 50);
    private static final Allowed LIMIT = between(100, 1000);

    private static final ObjectSchema MID_RULES = ObjectSchema.of(
            Field.of(ENABLE, BOOLEAN).means("false: mid is published as calculated; absent: damped"),
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
            Field.of(STEADY_PODS, STEADY).means("no jump when a pod appears or goes in one of two sources only"));

    private DampingSchemas() {}
}
