package io.koordbridge.scheduler.reservation.room;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.AllocatedCodec;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.reservation.ReservationMark.Kind;
import io.koordbridge.scheduler.facts.reservation.ReservationRoom;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.device.KeptDevices;
import io.koordbridge.scheduler.plugin.NodeLens;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reservations as a plugin, and as the lens through which all plugins see a node: what is left of a reservation is taken for everybody
 * but its owners. A pod uses one reservation at most, and what it needs beyond that is not taken from another one.
 */
@PureCore
public final class ReservationPlugin implements SchedulingPlugin, NodeLens {

    private static final String NONE_HERE = "node(s) without a reservation that the pod may use";
    private static final String BESIDE = "Insufficient %s beside reservations";

    private static final long BEST = 100;

    private static final Comparator<ReservationRoom> BY_ORDER =
            Comparator.comparingLong(room -> order(room) == 0 ? Long.MAX_VALUE : order(room));

    @Override
    public String name() {
        return "reservations";
    }

    /** A reservation counts more than all else together, as in the reference. */
    @Override
    public long weight() {
        return 5_000;
    }

    private static long order(ReservationRoom room) {
        return room.reservation().terms().order();
    }

    @Override
    public NodeView seen(PodShape pod, NodeView node) {
        ReservedNode reserved = ReservedNode.of(node);
        ReservationMark mark = pod.traits().reservations();
        if (reserved == null || mark.kind() == Kind.IGNORES) {
            return node;
        }
        if (mark.uids().isEmpty()) {
            return node.answers()
                    .derived(StrangersView.class, () -> new StrangersView(seen(node, reserved, null, Set.of())))
                    .node();
        }
        Set<String> problems = new TreeSet<>();
        ReservationRoom chosen = chosen(pod, node, reserved, problems);
        return seen(node, reserved, chosen, problems);
    }

    /** The node as every pod sees it that owns none of its reservations. */
    private record StrangersView(NodeView node) {}

    private static NodeView seen(
            NodeView node, ReservedNode reserved, @Nullable ReservationRoom chosen, Set<String> problems) {
        String uid = chosen == null ? "" : chosen.reservation().uid();
        ResourceVector kept = reserved.kept(uid);
        NodeView seen = node.with(
                kept, reserved.numa(node, uid), ReservationSight.class, new ReservationSight(chosen, kept, problems));
        KeptDevices devices = reserved.devices(uid);
        return devices == null ? seen : seen.with(KeptDevices.class, devices);
    }

    private static @Nullable ReservationRoom chosen(
            PodShape pod, NodeView node, ReservedNode reserved, Set<String> problems) {
        ReservationRoom best = null;
        Comparator<ReservationRoom> order =
                BY_ORDER.thenComparing(Comparator.<ReservationRoom>comparingLong(room -> room.score(pod.request()))
                        .reversed());
        for (String uid : pod.traits().reservations().uids()) {
            ReservationRoom room = reserved.rooms().get(uid);
            if (room != null
                    && isEnough(pod, node, reserved, room, problems)
                    && (best == null || order.compare(room, best) < 0)) {
                best = room;
            }
        }
        return best;
    }

    private static boolean isEnough(
            PodShape pod, NodeView node, ReservedNode reserved, ReservationRoom room, Set<String> problems) {
        if (!room.isUsable()) {
            problems.add("its reservation is used by another pod");
            return false;
        }
        room.shortages(pod.request()).forEach(name -> problems.add("Insufficient " + name + " in its reservation"));
        String uid = room.reservation().uid();
        beyond(pod, node.free(), reserved.kept(uid)).forEach(name -> problems.add(BESIDE.formatted(name)));
        return room.shortages(pod.request()).isEmpty()
                && beyond(pod, node.free(), reserved.kept(uid)).isEmpty();
    }

    /** Resources of which others keep so much that the pod does not fit. */
    private static Set<String> beyond(PodShape pod, ResourceVector free, ResourceVector kept) {
        Set<String> names = new TreeSet<>();
        for (String name : kept.names()) {
            long need = pod.request().get(name);
            if (need > 0 && kept.get(name) > 0 && need > free.get(name) - kept.get(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static PluginAnswer scored(PodShape pod, @Nullable ReservationRoom chosen) {
        if (chosen == null) {
            return PluginAnswer.of(FitResult.FITS);
        }
        boolean preferred =
                chosen.reservation().uid().equals(pod.traits().reservations().preferred());
        return PluginAnswer.fits(preferred ? BEST : Math.min(BEST - 1, 1 + chosen.score(pod.request())));
    }

    @Override
    public PluginAnswer answer(PodShape pod, NodeView node) {
        ReservationMark mark = pod.traits().reservations();
        if (!mark.problem().isEmpty()) {
            return PluginAnswer.of(new FitResult(FitCode.UNRESOLVABLE, List.of(mark.problem())));
        }
        ReservationSight sight = node.objects().find(ReservationSight.class);
        ReservationRoom chosen = sight == null ? null : sight.chosen();
        if (mark.kind() == Kind.MUST && chosen == null) {
            List<String> reasons =
                    sight == null || sight.problems().isEmpty() ? List.of(NONE_HERE) : List.copyOf(sight.problems());
            return PluginAnswer.of(new FitResult(FitCode.UNSCHEDULABLE, reasons));
        }
        if (sight == null) {
            return scored(pod, null);
        }
        // What others keep is taken on this node already.
        ResourceVector free = node.allocatable().minus(node.requested()).plus(sight.kept());
        Set<String> missing = beyond(pod, free, sight.kept());
        return missing.isEmpty()
                ? scored(pod, chosen)
                : PluginAnswer.of(new FitResult(
                        FitCode.UNSCHEDULABLE,
                        missing.stream().map(BESIDE::formatted).toList()));
    }

    @Override
    public PodFacts reserve(PodFacts pod, NodeView node) {
        ReservationSight sight = node.objects().find(ReservationSight.class);
        ReservationRoom chosen = sight == null ? null : sight.chosen();
        return chosen == null
                ? pod
                : pod.with(Annotations.POD_RESERVATION_ALLOCATED, AllocatedCodec.write(chosen.reservation()))
                        .with(ReservationMark.uses(chosen.reservation().uid()));
    }

    /** A reservation in the debug view. */
    record RoomReport(
            String policy, SortedMap<String, Long> allocatable, SortedMap<String, Long> remaining, int pods) {}

    @Override
    public @Nullable Object report(NodeView node) {
        ReservedNode reserved = ReservedNode.of(node);
        if (reserved == null) {
            return null;
        }
        SortedMap<String, RoomReport> rooms = new TreeMap<>();
        reserved.rooms()
                .values()
                .forEach(room -> rooms.put(
                        room.reservation().name(),
                        new RoomReport(
                                room.reservation().terms().policy().name(),
                                room.reservation().standing().allocatable().amounts(),
                                room.remaining().amounts(),
                                room.pods())));
        return rooms;
    }
}
