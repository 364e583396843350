/**
 * Mutation of Reservations by ClusterColocationProfiles. Input: the Reservation, profiles, priority classes. Output: a patch,
 * or a refusal. Triggered by admission on every replica; manager specification section 9.8.
 */
@NullMarked
package io.koordbridge.manager.handlers.reservation;

import org.jspecify.annotations.NullMarked;
