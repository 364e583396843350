package io.koordbridge.scheduler.reservation.room;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import java.util.List;

/**
 * The reservations that keep room on a node.
 *
 * @param open in the order of their names, at least one
 */
@PureCore
public record NodeReservations(List<ReservationFacts> open) {

    public NodeReservations {
        open = List.copyOf(open);
    }
}
