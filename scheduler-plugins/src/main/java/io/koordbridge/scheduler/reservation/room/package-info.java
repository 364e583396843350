/** Room of reservations in filter, prioritize and bind: kept from strangers, open to owners. Input: Reservation objects, pods and nodes of the ledger; output: nodes as a pod may see them, marks of pods, the annotation of the Binding. Triggered by the verbs and by watch events. Quota specification sections 11.3 and 11.4. */
@NullMarked
package io.koordbridge.scheduler.reservation.room;

import org.jspecify.annotations.NullMarked;
