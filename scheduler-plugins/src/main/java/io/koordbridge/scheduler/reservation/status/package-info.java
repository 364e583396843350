/** The life of Reservation objects: their node, status, end and deletion. Input: objects, pods and nodes of the ledger; output: status writes of the replica that leads, holds meanwhile. Triggered each second. Quota specification section 11.5. */
@NullMarked
package io.koordbridge.scheduler.reservation.status;

import org.jspecify.annotations.NullMarked;
