package io.koordbridge.scheduler.app;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.reservation.room.PodMarker;
import io.koordbridge.scheduler.reservation.room.Reservations;
import io.koordbridge.scheduler.reservation.status.KubernetesReservationApi;
import io.koordbridge.scheduler.reservation.status.ReservationArgs;
import io.koordbridge.scheduler.reservation.status.ReservationController;
import io.koordbridge.scheduler.reservation.status.ReservationPlacer;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.ClusterReflectors;
import java.util.List;

/** Wires reservations: their feed, the marks of pods, and their controller. */
final class ReservationSetup {

    private final ReservationArgs args;
    private final BridgeContext context;
    private final ClusterLedger ledger;
    private final SteadyClock clock;
    private final Reservations reservations;
    private final PodMarker marker;

    ReservationSetup(ReservationArgs args, BridgeContext context, ClusterLedger ledger, SteadyClock clock) {
        this.args = args;
        this.context = context;
        this.ledger = ledger;
        this.clock = clock;
        this.reservations = Reservations.of(ledger, context.events());
        this.marker = new PodMarker(reservations);
    }

    ClusterListener listener() {
        return args.enabled() ? reservations : ClusterListener.NONE;
    }

    /** The same capabilities with what people should know of reservations; pods are marked from now on. */
    Capabilities noted(Capabilities capabilities) {
        if (!args.enabled()) {
            return capabilities;
        }
        ledger.markBy(marker::marked);
        return capabilities.with(marker::details);
    }

    /** Why what a bound pod says of a reservation does not count. */
    List<String> problems(Pod pod) {
        return args.enabled() ? marker.problems(pod) : List.of();
    }

    boolean enabled() {
        return args.enabled();
    }

    /** All objects. */
    List<Reservation> objects() {
        return reservations.objects();
    }

    void start(PluginList plugins, ClusterReflectors feeds, SchedulerLease lease) {
        if (args.enabled()) {
            context.manage(new ReservationController(
                            reservations,
                            new ReservationPlacer(ledger, plugins),
                            new KubernetesReservationApi(BriefWrites.patcher(context), context.events()),
                            time -> feeds.loaded() && reservations.complete() && lease.acts(time),
                            args,
                            clock,
                            context.metrics()))
                    .start(context.tasks());
        }
    }
}
