/** Reservations as a capability of the scheduler: wires the marks of pods, the plugin and the controller. */
@NullMarked
package io.koordbridge.scheduler.reservation;

import org.jspecify.annotations.NullMarked;
