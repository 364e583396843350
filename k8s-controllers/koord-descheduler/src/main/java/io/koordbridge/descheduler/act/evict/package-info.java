/**
 * Ends pods: by the eviction API, by deletion, or by an annotation that asks another component; descheduler specification sections 7 and 12.
 *
 * <p>Inputs: orders of jobs, the rate of evictions, the lease, a last check of the pod; outputs: one call, events on pod and node, a counter.
 * Trigger: the reconciler of a job. A soft eviction that names a job is withdrawn when that job ends otherwise.
 */
@NullMarked
package io.koordbridge.descheduler.act.evict;

import org.jspecify.annotations.NullMarked;
