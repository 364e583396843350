/**
 * Deletes jobs past their time and reservations that outlived their jobs; descheduler specification section 6, last paragraph.
 *
 * <p>Inputs: what is due, by the caches, the lease; outputs: deletions, each with the uid as precondition, at most 200 a round. Trigger: every
 * minute, on the leader.
 */
@NullMarked
package io.koordbridge.descheduler.act.scavenge;

import org.jspecify.annotations.NullMarked;
