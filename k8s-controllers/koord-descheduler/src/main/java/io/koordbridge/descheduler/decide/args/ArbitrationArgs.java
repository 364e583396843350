package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * How waiting jobs are let through.
 *
 * @param enabled false: in the order of creation, with the non-retryable filters only
 * @param interval between two rounds
 * @param disperseByWorkload whether jobs of equal rank take turns by workload
 * @param countByWorkload whether a migrating pod counts for all ReplicaSets of its Deployment; false: for its own ReplicaSet only
 */
@PureCore
public record ArbitrationArgs(
        boolean enabled, Duration interval, boolean disperseByWorkload, boolean countByWorkload) {}
