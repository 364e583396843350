/** Binds a pod atomically: check under the node's lock, placement entered in the ledger, one Binding that carries the annotations, roll back or confirm. Triggered by the bind verb; a sweep each second settles placements whose outcome is unknown. Scheduler specification sections 15 and 20. */
@NullMarked
package io.koordbridge.scheduler.bind;

import org.jspecify.annotations.NullMarked;
