package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.protocol.PureCore;

/**
 * What others answer about a job.
 *
 * @param passed whether the arbitration let it pass
 * @param limiterFull whether the object limiter has no room for its pod
 * @param schedulerAnswers whether a koord-scheduler answers
 */
@PureCore
public record MigrationAnswers(boolean passed, boolean limiterFull, boolean schedulerAnswers) {}
