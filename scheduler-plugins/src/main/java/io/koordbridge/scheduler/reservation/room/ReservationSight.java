package io.koordbridge.scheduler.reservation.room;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.ReservationRoom;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a pod sees of the reservations of a node.
 *
 * @param chosen the one that it uses there, null for none
 * @param kept what the others keep, of which it can have nothing
 * @param problems why it uses none of those that are meant for it
 */
@PureCore
record ReservationSight(@Nullable ReservationRoom chosen, ResourceVector kept, Set<String> problems) {

    ReservationSight {
        problems = Set.copyOf(new TreeSet<>(problems));
    }
}
