/**
 * Carries out the steps of PodMigrationJobs.
 *
 * <p>Inputs: names of jobs from a queue, caches; outputs: patches of jobs, reservations, evictions, events. Trigger: each change of a job, and a
 * look every three seconds while it waits. Descheduler specification section 6.
 */
@NullMarked
package io.koordbridge.descheduler.act.job;

import org.jspecify.annotations.NullMarked;
