package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;

/**
 * Arguments of MigrationController with all defaults; descheduler specification section 3.
 *
 * @param dryRun whether a request is answered with yes and no job is made
 */
@PureCore
public record MigrationArgs(
        boolean dryRun,
        int maxConcurrentReconciles,
        MigrationLimits limits,
        EvictionGuards guards,
        NodeFitArgs nodeFit,
        ObjectLimiters objectLimiters,
        JobDefaults jobs,
        EvictionRate rate,
        ArbitrationArgs arbitration) {}
