/**
 * The life of a PodMigrationJob; descheduler specification sections 6 and 13.
 *
 * <p>Inputs: a job, its pod and reservation, answers of limits, the time; outputs: ordered writes, the next look, a problem. Trigger: each change
 * of a job, and every three seconds while it waits.
 */
@NullMarked
package io.koordbridge.descheduler.decide.migration;

import org.jspecify.annotations.NullMarked;
