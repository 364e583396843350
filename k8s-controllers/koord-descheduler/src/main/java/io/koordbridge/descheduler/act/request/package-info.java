/**
 * Makes a PodMigrationJob for each eviction that a plugin asks for; descheduler specification section 4.
 *
 * <p>Inputs: requests of plugins, filters and limits, the lease; outputs: one job, events on pod and node, a verdict. Trigger: a run. What was
 * made counts as an open job of its pod before the cache shows it.
 */
@NullMarked
package io.koordbridge.descheduler.act.request;

import org.jspecify.annotations.NullMarked;
