package io.koordbridge.scheduler.reservation.status;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.facts.reservation.ReservationExpiry;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import io.koordbridge.scheduler.facts.reservation.ReservationReader;
import io.koordbridge.scheduler.reservation.room.LostRoom;
import io.koordbridge.scheduler.reservation.room.Reservations;
import io.koordbridge.scheduler.reservation.room.ReservedNode;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Places reservations, keeps their status, ends and deletes them while this replica leads; in a steady state it writes nothing. */
public final class ReservationController implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReservationController.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CALLS = Duration.ofMinutes(1);
    /** The longest that a write takes: one request for annotations and one for the status. */
    private static final Duration WRITE = Duration.ofSeconds(6);

    private static final Duration HELD = Duration.ofSeconds(30);
    private static final Duration TRIED_AGAIN = Duration.ofSeconds(5);
    private static final int MOST_PLACED_IN_A_ROUND = 20;

    private final Reservations reservations;
    private final ReservationPlacer placer;
    private final ReservationApi api;
    private final Predicate<Duration> acts;
    private final Duration keep;
    private final SteadyClock clock;
    private final MetricRegistry metrics;
    private final RecurringProblems<String> trouble = new RecurringProblems<>();
    /** By uid, of those that have no node. */
    private final Map<String, Tried> tried = new HashMap<>();
    /** By uid, of those whose node may be written, although no answer came. */
    private final Map<String, Unanswered> unanswered = new HashMap<>();

    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A try that found no room. */
    private record Tried(
            Instant at, ClusterView view, @Nullable ReservationSpec spec) {}

    /** A write that may yet show; until then its room stays held. */
    private record Unanswered(@Nullable ReservationSpec spec, Instant until) {}

    /**
     * A controller.
     *
     * @param acts whether this replica may write, for at least some time
     * @param clock holds and waits go by its instants, Reservations by its time of day
     */
    public ReservationController(
            Reservations reservations,
            ReservationPlacer placer,
            ReservationApi api,
            Predicate<Duration> acts,
            ReservationArgs args,
            SteadyClock clock,
            MetricRegistry metrics) {
        this.reservations = reservations;
        this.placer = placer;
        this.api = api;
        this.acts = acts;
        this.keep = args.gcDuration().toJavaDuration();
        this.clock = clock;
        this.metrics = metrics;
        metrics.gauge("koord_scheduler_reservations", () ->
                (Gauge<Integer>) () -> reservations.objects().size());
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("reservations", PERIOD, CALLS, this::round);
    }

    /** One round. */
    void round() {
        if (!acts.test(WRITE)) {
            return;
        }
        List<Reservation> objects = reservations.objects();
        Set<String> uids =
                objects.stream().map(object -> object.getMetadata().getUid()).collect(Collectors.toSet());
        tried.keySet().retainAll(uids);
        unanswered.keySet().retainAll(uids);
        int places = 0;
        for (Reservation object : inOrder(objects)) {
            if (!acts.test(WRITE)) {
                return;
            }
            if (!ended(object) && !settled(object) && places < MOST_PLACED_IN_A_ROUND && isDue(object)) {
                places++;
                place(object);
            }
        }
    }

    /** The oldest first. */
    private static List<Reservation> inOrder(List<Reservation> objects) {
        return objects.stream()
                .sorted(Comparator.comparing((Reservation object) ->
                        String.valueOf(object.getMetadata().getCreationTimestamp())))
                .toList();
    }

    /** Whether it is over, by now or for longer. */
    private boolean ended(Reservation object) {
        Instant now = clock.timeOfDay();
        ReservationExpiry expiry = ReservationExpiry.of(object, now, keep);
        if (expiry.garbage()) {
            tryTo(object, "delete", () -> api.delete(object));
            return true;
        }
        ReservationFacts facts = ReservationReader.read(object);
        String phase = facts.standing().phase();
        if (phase.equals(ReservationExpiry.FAILED) || phase.equals(ReservationExpiry.SUCCEEDED)) {
            return true;
        }
        String node = facts.standing().node();
        boolean nodeGone = !node.isEmpty() && placer.nodes().node(node).isEmpty();
        if (expiry.expires() || nodeGone) {
            String why = nodeGone ? "node " + node + " is gone" : "its time is over";
            write(object, Map.of(), new ReservationStatusPlan(object, now).expired(why));
            return true;
        }
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    /** Whether it has a node; then its status is brought up to date. */
    private boolean settled(Reservation object) {
        ReservationFacts facts = ReservationReader.read(object);
        if (!facts.isOpen()) {
            return false;
        }
        // Its room counts by the object from now on.
        placer.release(object);
        NodeView node = placer.nodes().node(facts.standing().node()).orElse(null);
        if (node != null) {
            List<PodFacts> pods = node.placed().bound().values().stream()
                    .filter(pod -> ReservedNode.uses(pod, facts))
                    .toList();
            Set<String> lost = LostRoom.of(node).getOrDefault(facts.uid(), Set.of());
            new ReservationStatusPlan(object, clock.timeOfDay())
                    .used(pods, lost)
                    .ifPresent(change -> write(object, Map.of(), change));
        }
        return true;
    }

    private boolean isDue(Reservation object) {
        if (awaitsItsAnswer(object)) {
            return false;
        }
        Tried last = tried.get(object.getMetadata().getUid());
        return last == null
                || !Objects.equals(last.spec(), object.getSpec())
                || (clock.instant().isAfter(last.at().plus(TRIED_AGAIN)) && isAnother(last.view(), placer.nodes()));
    }

    /** Another try would give up room that the unseen write may have promised. */
    private boolean awaitsItsAnswer(Reservation object) {
        String uid = object.getMetadata().getUid();
        Unanswered write = unanswered.get(uid);
        if (write != null
                && (!Objects.equals(write.spec(), object.getSpec())
                        || clock.instant().isAfter(write.until()))) {
            unanswered.remove(uid);
            return false;
        }
        return write != null;
    }

    @SuppressWarnings("ReferenceEquality") // The view is the same object as long as nothing changes.
    private static boolean isAnother(ClusterView one, ClusterView other) {
        return one != other;
    }

    private void place(Reservation object) {
        Instant now = clock.instant();
        // Changes behind this view count as news.
        tried.put(object.getMetadata().getUid(), new Tried(now, placer.nodes(), object.getSpec()));
        placer.release(object);
        TemplatePod template = TemplatePod.of(object);
        ReservationStatusPlan plan = new ReservationStatusPlan(object, clock.timeOfDay());
        Optional<Assumption> place =
                template.problem().isEmpty() ? placer.place(object, template, now.plus(HELD)) : Optional.empty();
        if (place.isEmpty()) {
            String why = template.problem().isEmpty() ? placer.reasons(template) : template.problem();
            plan.unschedulable(why).ifPresent(change -> write(object, Map.of(), change));
            return;
        }
        Assumption kept = place.get();
        Map<String, @Nullable String> annotations = ReservationPlacer.annotations(object, kept.pod());
        Outcome outcome = write(
                object, annotations, plan.available(kept.node(), template.pod().request()));
        if (outcome == Outcome.UNKNOWN) {
            unanswered.put(object.getMetadata().getUid(), new Unanswered(object.getSpec(), now.plus(HELD)));
        }
        if (outcome == Outcome.FAILED
                || reservations.isOpen(object.getMetadata().getName())) {
            placer.release(object);
        }
    }

    private enum Outcome {
        DONE,
        FAILED,
        /** Without an answer it may be written all the same. */
        UNKNOWN
    }

    private Outcome write(Reservation object, Map<String, @Nullable String> annotations, StatusChange change) {
        return tryTo(object, "status", () -> {
            Reservation now = api.write(object, annotations, change);
            reservations.replaced(now, object);
            if (!change.reason().isEmpty()) {
                api.event(object, change);
                LOG.info("Reservation {} {}: {}", object.getMetadata().getName(), change.reason(), change.message());
            }
        });
    }

    private Outcome tryTo(Reservation object, String what, Runnable call) {
        heartbeat.beat();
        if (!acts.test(WRITE)) {
            return Outcome.FAILED;
        }
        String key = object.getMetadata().getName();
        try {
            call.run();
            count(what, "ok");
            trouble.ends(key);
            return Outcome.DONE;
        } catch (KubernetesClientException failed) {
            count(what, "failed");
            String problem = FailureFormatter.of(failed);
            if (trouble.begins(key, problem)) {
                LOG.warn("Reservation not written reservation={} call={} problem={}", key, what, problem);
            }
            boolean answered = failed.getCode() > 0 && failed.getCode() != HttpURLConnection.HTTP_GATEWAY_TIMEOUT;
            return answered ? Outcome.FAILED : Outcome.UNKNOWN;
        }
    }

    private void count(String what, String result) {
        metrics.counter(MetricNames.of("koord_scheduler_reservation_writes_total", "call", what, "result", result))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
