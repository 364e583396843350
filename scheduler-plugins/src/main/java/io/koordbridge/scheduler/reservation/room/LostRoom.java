package io.koordbridge.scheduler.reservation.room;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.ReservationRoom;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.NodeView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reservations whose room others have taken: another scheduler, or a static pod. */
@PureCore
public final class LostRoom {

    private LostRoom() {}

    /** Names of resources by uid of the reservation; of several reservations the oldest lose theirs last. */
    public static Map<String, Set<String>> of(NodeView node) {
        ReservedNode reserved = ReservedNode.of(node);
        Map<String, Set<String>> lost = new HashMap<>();
        if (reserved == null) {
            return lost;
        }
        ResourceVector free = node.allocatable().minus(node.requested());
        List<ReservationRoom> oldestFirst = reserved.rooms().values().stream()
                .sorted(Comparator.comparing(
                                (ReservationRoom room) -> room.reservation().created())
                        .thenComparing(room -> room.reservation().name()))
                .toList();
        for (ReservationRoom room : oldestFirst) {
            ResourceVector remaining = room.remaining();
            Set<String> names = new TreeSet<>();
            for (String name : remaining.names()) {
                if (remaining.get(name) > 0 && remaining.get(name) > free.get(name)) {
                    names.add(name);
                }
            }
            if (!names.isEmpty()) {
                lost.put(room.reservation().uid(), names);
            }
            free = free.minus(remaining);
        }
        return lost;
    }
}
