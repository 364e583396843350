package io.koordbridge.descheduler.act.job;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;

/** Says what became of a job, as an event on it; what is said before is not said anew. */
@FunctionalInterface
public interface JobNotices {

    /** A sentence about a job. */
    void say(PodMigrationJob job, Notice notice);
}
