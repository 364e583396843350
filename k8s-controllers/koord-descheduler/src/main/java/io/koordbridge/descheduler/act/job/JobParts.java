package io.koordbridge.descheduler.act.job;

import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.PodEvictor;
import io.koordbridge.descheduler.decide.migration.JobView;

/**
 * What jobs are carried out with.
 *
 * @param view caches
 * @param store reads and writes of the API server
 * @param mayWrite asked before each write
 */
public record JobParts(
        JobView view,
        JobStore store,
        PodEvictor evictor,
        EvictionWithdrawal withdrawal,
        JobLimits limits,
        JobNotices notices,
        MayWrite mayWrite) {}
