/**
 * The page of koord-scheduler: quotas, gangs and reservations. Input: what the ledgers hold and the Reservation objects, when a reader
 * asks; output: rows of tables, searched, sorted and cut, and a stream of what changes. Quota specification section 9.
 */
@NullMarked
package io.koordbridge.scheduler.page;

import org.jspecify.annotations.NullMarked;
