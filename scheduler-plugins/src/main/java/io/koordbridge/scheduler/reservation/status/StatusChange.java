package io.koordbridge.scheduler.reservation.status;

import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.kube.event.EventType;

/**
 * A status that differs from the written one.
 *
 * @param status all of it
 * @param reason of the event, empty for none
 * @param message of the event
 */
public record StatusChange(ReservationStatus status, EventType type, String reason, String message) {

    /** Without an event. */
    static StatusChange quiet(ReservationStatus status) {
        return new StatusChange(status, EventType.NORMAL, "", "");
    }
}
