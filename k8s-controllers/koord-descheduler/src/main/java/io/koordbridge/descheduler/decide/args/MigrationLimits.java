package io.koordbridge.descheduler.decide.args;

import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * How many pods may migrate at a time.
 *
 * @param globally 0 or less: no limit
 * @param perNode 0 or less: no limit
 * @param perNamespace 0 or less: no limit
 * @param migratingPerWorkload null for the part that fits the workload's size
 * @param unavailablePerWorkload null for the part that fits the workload's size
 * @param skipExpectedReplicas whether workloads that are too small for these limits lose pods all the same
 */
@PureCore
public record MigrationLimits(
        int globally,
        int perNode,
        int perNamespace,
        @Nullable IntOrPercent migratingPerWorkload,
        @Nullable IntOrPercent unavailablePerWorkload,
        boolean skipExpectedReplicas) {}
