/**
 * What the process remembers of the API server; descheduler specification section 9.
 *
 * <p>Inputs: lists and watches of nodes, pods, NodeMetrics, PodMigrationJobs, reservations and owners of pods; scale sub-resources of other
 * owners, asked for on demand. Outputs: a view of the cluster for each run, look-ups, and why nothing may be evicted now. Trigger: changes
 * as the API server sends them; {@link io.koordbridge.descheduler.watch.ClusterListener} is notified of each.
 */
@NullMarked
package io.koordbridge.descheduler.watch;

import org.jspecify.annotations.NullMarked;
