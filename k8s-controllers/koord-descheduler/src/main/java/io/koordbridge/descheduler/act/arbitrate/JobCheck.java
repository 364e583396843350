package io.koordbridge.descheduler.act.arbitrate;

import io.koordbridge.api.migration.PodMigrationJob;

/** Looks at a job, as it was just read, before it passes: for what no filter of pods sees, such as a ttl that a drain outlasts. */
@FunctionalInterface
public interface JobCheck {

    /** Why the job must fail, empty when it may pass. */
    String forbids(PodMigrationJob job);
}
