/** The best node for pods that a capability places itself. Input: pods, nodes of the ledger, all plugins; output: holds. Triggered by gangs and reservations. Quota specification sections 0.3 and 11.5. */
@NullMarked
package io.koordbridge.scheduler.placement;

import org.jspecify.annotations.NullMarked;
