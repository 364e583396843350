/** Reservations as facts: who may use one, what is left of it, when it ends. Input: Reservation and pod objects; output: verdicts and amounts. Pure. Quota specification section 11. */
@NullMarked
package io.koordbridge.scheduler.facts.reservation;

import org.jspecify.annotations.NullMarked;
