package io.koordbridge.scheduler.reservation;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.leadership.BriefWrites;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.plugin.NodeLens;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.reservation.room.PodMarker;
import io.koordbridge.scheduler.reservation.room.ReservationPlugin;
import io.koordbridge.scheduler.reservation.room.Reservations;
import io.koordbridge.scheduler.reservation.status.KubernetesReservationApi;
import io.koordbridge.scheduler.reservation.status.ReservationArgs;
import io.koordbridge.scheduler.reservation.status.ReservationController;
import io.koordbridge.scheduler.reservation.status.ReservationPlacer;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Reservations: their feed, the marks of pods, and their controller. */
public final class ReservationCapability implements Capability {

    private final ReservationArgs args;
    private final BridgeContext context;
    private final ClusterLedger ledger;
    private final SteadyClock clock;
    private final Predicate<Duration> acts;
    private final Reservations reservations;
    private final PodMarker marker;
    private final ReservationPlugin plugin = new ReservationPlugin();

    /**
     * Reservations over the nodes of a ledger, whose pods are marked from now on.
     *
     * @param acts whether this replica writes for so long
     */
    public ReservationCapability(
            ReservationArgs args,
            BridgeContext context,
            ClusterLedger ledger,
            Predicate<Duration> acts,
            SteadyClock clock) {
        this.clock = clock;
        this.args = args;
        this.context = context;
        this.ledger = ledger;
        this.acts = acts;
        this.reservations = Reservations.of(ledger, context.events());
        this.marker = new PodMarker(reservations);
        ledger.markBy(marker::marked);
    }

    @Override
    public String name() {
        return "reservation";
    }

    @Override
    public List<ClusterListener> listeners() {
        return List.of(reservations);
    }

    @Override
    public List<SchedulingPlugin> plugins() {
        return List.of(plugin);
    }

    @Override
    public Optional<NodeLens> lens() {
        return Optional.of(plugin);
    }

    @Override
    public List<String> details(PodFacts pod) {
        return marker.details(pod);
    }

    /** Why what a bound pod says of a reservation does not count. */
    @Override
    public List<String> problems(Pod pod) {
        return marker.problems(pod);
    }

    @Override
    public Optional<Object> report() {
        return Optional.of(Map.of("reservations", objects().size()));
    }

    /** All objects. */
    public List<Reservation> objects() {
        return reservations.objects();
    }

    @Override
    public void start(CapabilityList all, PeriodicTasks tasks) {
        context.manage(new ReservationController(
                        reservations,
                        new ReservationPlacer(ledger, all.decisions().plugins()),
                        new KubernetesReservationApi(BriefWrites.patcher(context), context.events()),
                        time -> reservations.complete() && acts.test(time),
                        args,
                        clock,
                        context.metrics()))
                .start(tasks);
    }
}
