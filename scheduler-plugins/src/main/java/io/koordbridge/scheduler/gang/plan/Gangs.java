package io.koordbridge.scheduler.gang.plan;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Arrival;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Places gangs: filter refuses their pods until every pod of the minimum has room, then offers only that node, and binds wait for each
 * other. A group that kube-scheduler does not ask about is not planned, so the replica beside a kube-scheduler that does not lead keeps
 * no room. Filters and binds of other pods take no lock here. Thread-safe.
 */
public final class Gangs implements PodPlan, BindBarrier {

    private static final Duration PERIOD = Duration.ofMillis(250);
    private static final Duration CALLS = Duration.ofMinutes(1);

    private final GangBook book;
    private final ClusterLedger ledger;
    private final GangPlanner planner;
    private final GangReports reports;
    private final Clock clock;
    private final WakeApi wake;
    private final GangState state;
    private final GangBarrier barrier;
    private final GangRounds rounds;

    /** Over the pods of a book and the nodes of a ledger. */
    public Gangs(
            GangBook book,
            ClusterLedger ledger,
            Capabilities capabilities,
            GangArgs args,
            WakeApi wake,
            Clock clock,
            MetricRegistry metrics) {
        this(new GangRounds.Parts(book, ledger, capabilities, clock), args, UnaryOperator.identity(), wake, metrics);
    }

    /**
     * The same.
     *
     * @param timers gives the time after which is ended what no event has ended
     */
    Gangs(GangRounds.Parts parts, GangArgs args, UnaryOperator<Duration> timers, WakeApi wake, MetricRegistry metrics) {
        this.book = parts.book();
        this.ledger = parts.ledger();
        this.clock = parts.clock();
        this.wake = wake;
        this.planner = new GangPlanner(book, ledger, parts.capabilities());
        this.reports = new GangReports(book);
        this.state = new GangState(book, planner, args, timers, metrics);
        this.barrier = new GangBarrier(book, ledger, state);
        this.rounds = new GangRounds(parts, state, planner, args, timers, wake, metrics);
        metrics.gauge("koord_scheduler_gangs_waiting", () -> (Gauge<Integer>) state::waiting);
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        tasks.every("gangs", PERIOD, CALLS, this::round);
    }

    /** One round. */
    public void round() {
        rounds.round();
    }

    @Override
    public Answer answer(PodFacts pod, List<String> candidates) {
        Optional<String> gang = book.gangOf(pod.uid(), pod.key());
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            return new Free();
        }
        Set<String> names = new HashSet<>(candidates);
        List<Runnable> calls = new ArrayList<>();
        Decision decision;
        synchronized (state) {
            decision = decided(gang.get(), pod, names, calls);
        }
        calls.forEach(Runnable::run);
        return decision instanceof Veto veto ? elsewhere(veto, names) : ((Given) decision).answer();
    }

    /** What a filter of a gang's pod needs. */
    private sealed interface Decision {}

    private record Given(Answer answer) implements Decision {}

    /** kube-scheduler does not let the pod use its planned node. */
    private record Veto(GangAttempt attempt, Place place, Instant deadline) implements Decision {}

    private Decision decided(String gang, PodFacts pod, Set<String> names, List<Runnable> calls) {
        GangAttempt attempt = state.attempt(gang);
        attempt.askedAt = clock.instant();
        Arrival before = attempt.arrivals.remove(pod.key());
        if (before != null) {
            // kube-scheduler has given that bind up, or it would not ask again.
            book.leave(pod.key());
            calls.add(() -> before.refuse().accept("kube-scheduler filters the pod again"));
        }
        Place place = attempt.placeOf(pod);
        if (place == null) {
            attempt.vetoes.offered(pod, names.size());
            return new Given(state.refused(attempt, pod, state.reason(gang, attempt)));
        }
        if (attempt.isOpening(wake::isGated, clock.instant())) {
            return new Given(state.refused(attempt, pod, "gang " + gang + ": its scheduling gates are being opened"));
        }
        if (names.contains(place.node())) {
            attempt.vetoes.offered(pod, names.size());
            attempt.refused.remove(pod.key());
            return new Given(new Planned(place.node()));
        }
        if (!attempt.vetoes.isMeant(pod, names.size())) {
            String reason = "gang " + gang + ": its place is on " + place.node() + ", which is not asked about";
            return new Given(state.refused(attempt, pod, reason));
        }
        attempt.vetoes.add(pod, place.node(), ledger.view(), clock.instant());
        return new Veto(attempt, place, attempt.deadline);
    }

    /** Another node of the candidates for a pod of a plan, or the end of the plan. */
    private Answer elsewhere(Veto veto, Set<String> names) {
        GangAttempt attempt = veto.attempt();
        PodFacts pod = veto.place().pod();
        Optional<Place> other = planner.other(attempt.gang, pod, names, veto.deadline());
        List<Runnable> calls = new ArrayList<>();
        Answer answer;
        synchronized (state) {
            boolean planned = veto.place().equals(attempt.placeOf(pod));
            other.ifPresent(
                    place -> ledger.release(pod.uid(), (planned ? veto.place() : place).node(), Hold.Owner.GANG));
            answer = planned && other.isPresent() ? moved(attempt, other.get()) : withoutPlace(veto, planned, calls);
        }
        calls.forEach(Runnable::run);
        return answer;
    }

    private static Answer moved(GangAttempt attempt, Place place) {
        attempt.places.put(place.pod().key(), place);
        attempt.refused.remove(place.pod().key());
        return new Planned(place.node());
    }

    private Answer withoutPlace(Veto veto, boolean planned, List<Runnable> calls) {
        GangAttempt attempt = veto.attempt();
        PodFacts pod = veto.place().pod();
        String reason = "kube-scheduler refuses a planned node, " + veto.place().node() + " for " + pod.key();
        if (planned && attempt.released) {
            calls.addAll(state.drop(attempt, veto.place(), reason));
        } else if (planned) {
            calls.addAll(state.giveUpForVeto(attempt, reason, clock.instant()));
        }
        String gang = book.gangOf(pod.uid(), pod.key()).orElse(attempt.gang);
        return state.refused(attempt, pod, state.reason(gang, attempt));
    }

    /** Plans the group of a pod with a scheduling gate of ours as if kube-scheduler had asked about it. */
    public GateState gated(PodFacts pod) {
        Optional<String> gang = book.gangOf(pod.uid(), pod.key());
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            return GateState.FREE;
        }
        if (book.entry(gang.get()) != GangEntry.ALLOWED) {
            return GateState.WAITS;
        }
        synchronized (state) {
            GangAttempt attempt = state.attempt(gang.get());
            attempt.askedAt = clock.instant();
            if (attempt.placeOf(pod) != null) {
                return GateState.PLACED;
            }
            attempt.refused.put(pod.key(), pod);
            return GateState.WAITS;
        }
    }

    @Override
    public void arrive(BindRequest request, Runnable go, Consumer<String> refuse) {
        barrier.arrive(request, go, refuse);
    }

    @Override
    public Map<String, String> annotations(BindRequest request) {
        return barrier.annotations(request);
    }

    @Override
    public void ended(BindRequest request, boolean placed) {
        barrier.ended(request, placed);
    }

    @Override
    public List<String> details(PodFacts pod) {
        Optional<Snapshot> gang = book.gangOf(pod.uid(), pod.key()).flatMap(book::find);
        if (gang.isEmpty()) {
            return List.of();
        }
        synchronized (state) {
            return reports.details(gang.get(), state.find(gang.get().id()));
        }
    }

    /** How far each gang is, in no order. */
    public List<GangReport> reports() {
        return book.ids().stream()
                .flatMap(id -> book.find(id).stream())
                .map(this::report)
                .toList();
    }

    private GangReport report(Snapshot gang) {
        synchronized (state) {
            return reports.of(gang, state.find(gang.id()));
        }
    }
}
