package io.koordbridge.scheduler.reservation.room;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import io.koordbridge.scheduler.facts.reservation.ReservationMatch;
import io.koordbridge.scheduler.facts.reservation.ReservationRoom;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.device.DeviceUsage;
import io.koordbridge.scheduler.place.device.KeptDevices;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a node with what its pods have taken of them.
 *
 * @param rooms by uid
 * @param left CPUs and NUMA amounts by uid of those that keep some
 * @param devices left by uid of those that keep some
 */
@PureCore
public record ReservedNode(
        Map<String, ReservationRoom> rooms, Map<String, NumaHolding> left, Map<String, DeviceUsage> devices) {

    /** Of a node, remembered by its snapshot; null when nothing is reserved there. */
    public static @Nullable ReservedNode of(NodeView node) {
        NodeReservations known = node.objects().find(NodeReservations.class);
        return known == null ? null : node.answers().derived(ReservedNode.class, () -> calculated(known, node));
    }

    private static ReservedNode calculated(NodeReservations known, NodeView node) {
        Map<String, List<PodFacts>> users = node.placed()
                .all()
                .filter(pod -> !used(pod).isEmpty())
                .collect(Collectors.groupingBy(ReservedNode::used));
        Map<String, ReservationRoom> rooms = new TreeMap<>();
        Map<String, NumaHolding> left = new HashMap<>();
        Map<String, DeviceUsage> devices = new HashMap<>();
        for (ReservationFacts reservation : known.open()) {
            List<PodFacts> pods = users.getOrDefault(reservation.uid(), List.of()).stream()
                    .filter(pod -> uses(pod, reservation))
                    .toList();
            rooms.put(
                    reservation.uid(),
                    ReservationRoom.of(
                            reservation, pods.stream().map(PodFacts::request).toList()));
            if (!reservation.holding().isEmpty()) {
                left.put(reservation.uid(), left(reservation.holding(), pods));
            }
            if (!reservation.devices().isEmpty()) {
                DeviceUsage whole = DeviceUsage.granted(reservation.devices());
                devices.put(reservation.uid(), whole.minus(DeviceUsage.ofPods(pods.stream(), node)));
            }
        }
        return new ReservedNode(rooms, left, devices);
    }

    /** Whether a placed pod uses a reservation: it says so, and it is one of the owners. */
    public static boolean uses(PodFacts pod, ReservationFacts reservation) {
        return used(pod).equals(reservation.uid())
                && ReservationMatch.isOwner(pod.wishes().claim(), reservation);
    }

    private static String used(PodFacts pod) {
        return pod.traits().reservations().used();
    }

    private static NumaHolding left(NumaHolding whole, List<PodFacts> pods) {
        CpuSet cpus = whole.cpus();
        Map<Integer, ResourceVector> amounts = new TreeMap<>(whole.quantities().byNode());
        for (PodFacts pod : pods) {
            NumaHolding taken = pod.numa().holding();
            cpus = cpus.minus(taken.cpus());
            taken.quantities()
                    .byNode()
                    .forEach((id, amount) -> amounts.computeIfPresent(id, (same, now) -> now.minusClipped(amount)));
        }
        return new NumaHolding(cpus, whole.exclusivePolicy(), NumaQuantities.of(amounts));
    }

    /** What all reservations but one still keep. */
    ResourceVector kept(String without) {
        ResourceVector kept = ResourceVector.EMPTY;
        for (Map.Entry<String, ReservationRoom> room : rooms.entrySet()) {
            kept = room.getKey().equals(without)
                    ? kept
                    : kept.plus(room.getValue().remaining());
        }
        return kept;
    }

    /** Devices of all reservations but one, and of that one; null when none keeps any. */
    @Nullable
    KeptDevices devices(String without) {
        DeviceUsage others = DeviceUsage.NONE;
        for (Map.Entry<String, DeviceUsage> one : devices.entrySet()) {
            others = one.getKey().equals(without) ? others : others.plus(one.getValue());
        }
        return devices.isEmpty() ? null : new KeptDevices(others, devices.getOrDefault(without, DeviceUsage.NONE));
    }

    /** What pods and all reservations but one hold; CPUs beside those of that one are not for its pods. */
    NumaUsage numa(NodeView node, String without) {
        if (left.isEmpty()) {
            return node.numa();
        }
        List<NumaHolding> holdings = new ArrayList<>();
        left.forEach((uid, holding) -> {
            if (!uid.equals(without)) {
                holdings.add(holding);
            }
        });
        Stream<NumaHolding> ofPods = node.placed().all().map(pod -> pod.numa().holding());
        ofPods.filter(holding -> !holding.isEmpty()).forEach(holdings::add);
        NumaHolding own = left.get(without);
        NumaTopology topology = node.numa().topology();
        return NumaUsage.of(own == null || own.cpus().isEmpty() ? topology : topology.onlyWith(own.cpus()), holdings);
    }
}
