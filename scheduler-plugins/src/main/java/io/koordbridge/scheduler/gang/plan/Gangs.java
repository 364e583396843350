package io.koordbridge.scheduler.gang.plan;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Arrival;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Places gangs: filter refuses their pods until every pod of the minimum has room, then offers only that node, and binds wait for each
 * other. A group that kube-scheduler does not ask about is not planned, so the replica beside a kube-scheduler that does not lead keeps
 * no room. Thread-safe.
 */
public final class Gangs implements PodPlan, BindBarrier {

    private static final Duration PERIOD = Duration.ofMillis(250);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final Duration AT_LEAST_EVERY = Duration.ofSeconds(5);
    private static final Duration REST = Duration.ofMinutes(1);
    /** kube-scheduler tries a pod that waits again within five minutes. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final GangBook book;
    private final ClusterLedger ledger;
    private final GangPlanner planner;
    private final GangReports reports;
    private final Capabilities capabilities;
    private final GangArgs args;
    private final WakeApi wake;
    private final Clock clock;
    private final MetricRegistry metrics;
    /** By group id. */
    private final Map<String, GangAttempt> attempts = new LinkedHashMap<>();

    /** Over the pods of a book and the nodes of a ledger. */
    public Gangs(
            GangBook book,
            ClusterLedger ledger,
            Capabilities capabilities,
            GangArgs args,
            WakeApi wake,
            Clock clock,
            MetricRegistry metrics) {
        this.book = book;
        this.ledger = ledger;
        this.capabilities = capabilities;
        this.planner = new GangPlanner(book, ledger, capabilities);
        this.reports = new GangReports(book);
        this.args = args;
        this.wake = wake;
        this.clock = clock;
        this.metrics = metrics;
        metrics.gauge("koord_scheduler_gangs_waiting", () -> (Gauge<Integer>) this::waiting);
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        tasks.every("gangs", PERIOD, CALLS, this::round);
    }

    private synchronized int waiting() {
        return (int) attempts.values().stream().filter(one -> !one.released).count();
    }

    @Override
    public synchronized Answer answer(PodFacts pod, List<String> candidates) {
        Optional<String> gang = book.gangOf(pod.uid(), pod.key());
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            return new Free();
        }
        GangAttempt attempt = attempt(gang.get());
        attempt.askedAt = clock.instant();
        Arrival before = attempt.arrivals.remove(pod.key());
        if (before != null) {
            // kube-scheduler has given that bind up, or it would not ask again.
            book.leave(pod.key());
            before.refuse().accept("filtered again meanwhile");
        }
        if (!hasPlace(attempt, pod)) {
            attempt.vetoes.offered(pod, candidates.size());
            return refused(attempt, pod, reason(gang.get(), attempt));
        }
        if (attempt.isOpening(wake::isGated, clock.instant())) {
            return refused(attempt, pod, "gang " + gang.get() + ": its scheduling gates are being opened");
        }
        String node = accepted(attempt, Objects.requireNonNull(attempt.places.get(pod.key())), Set.copyOf(candidates));
        if (!node.isEmpty()) {
            attempt.refused.remove(pod.key());
            return new Planned(node);
        }
        Place kept = attempt.places.get(pod.key());
        return refused(
                attempt,
                pod,
                kept == null
                        ? reason(gang.get(), attempt)
                        : "gang " + gang.get() + ": its place is on " + kept.node() + ", which is not asked about");
    }

    private static Refused refused(GangAttempt attempt, PodFacts pod, String reason) {
        attempt.refused.put(pod.key(), pod);
        return new Refused(new FitResult(FitCode.UNSCHEDULABLE, List.of(reason)));
    }

    private GangAttempt attempt(String gang) {
        return attempts.computeIfAbsent(group(gang), id -> new GangAttempt(gang, args.attempts()));
    }

    private static boolean hasPlace(GangAttempt attempt, PodFacts pod) {
        Place place = attempt.places.get(pod.key());
        return place != null && place.pod().uid().equals(pod.uid());
    }

    /** Plans the group of a pod with a scheduling gate of ours as if kube-scheduler had asked about it. */
    public synchronized GateState gated(PodFacts pod) {
        Optional<String> gang = book.gangOf(pod.uid(), pod.key());
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            return GateState.FREE;
        }
        if (book.entry(gang.get()) != GangEntry.ALLOWED) {
            return GateState.WAITS;
        }
        GangAttempt attempt = attempt(gang.get());
        attempt.askedAt = clock.instant();
        if (hasPlace(attempt, pod)) {
            return GateState.PLACED;
        }
        attempt.refused.put(pod.key(), pod);
        return GateState.WAITS;
    }

    /** The planned node, or another one of those asked about; empty when the pod keeps its place for another request, or has none. */
    private String accepted(GangAttempt attempt, Place place, Set<String> candidates) {
        PodFacts pod = place.pod();
        if (candidates.contains(place.node())) {
            attempt.vetoes.offered(pod, candidates.size());
            return place.node();
        }
        if (!attempt.vetoes.isMeant(pod, candidates.size())) {
            return "";
        }
        attempt.vetoes.add(pod, place.node(), ledger.view(), clock.instant());
        attempt.failures++;
        Optional<String> other = planner.again(attempt, pod, candidates);
        if (other.isPresent() && (attempt.released || attempt.failures < args.attempts())) {
            return other.get();
        }
        if (!attempt.released) {
            giveUp(attempt, "kube-scheduler refuses a planned node, " + place.node() + " for " + pod.key());
            restAfterAttempts(attempt);
        }
        return "";
    }

    private void restAfterAttempts(GangAttempt attempt) {
        if (attempt.failures >= args.attempts()) {
            attempt.failures = 0;
            attempt.restsUntil = clock.instant().plus(REST);
            attempt.reason = "kube-scheduler refused " + args.attempts() + " plans, the next is made after "
                    + attempt.restsUntil;
        }
    }

    private String reason(String gang, GangAttempt attempt) {
        GangEntry entry = book.entry(gang);
        return "gang " + gang + ": " + (entry == GangEntry.ALLOWED ? attempt.reason : entry.words());
    }

    private String group(String gang) {
        return book.find(gang).map(Snapshot::spec).map(GangSpec::groupId).orElse(gang);
    }

    @Override
    public void arrive(BindRequest request, Runnable go, Consumer<String> refuse) {
        arrived(request, go, refuse).forEach(Runnable::run);
    }

    private synchronized List<Runnable> arrived(BindRequest request, Runnable go, Consumer<String> refuse) {
        String key = request.podKey();
        Optional<String> gang = book.gangOf(request.uid(), key);
        if (gang.isEmpty() || book.isSatisfied(gang.get())) {
            return List.of(go);
        }
        GangAttempt attempt = attempts.get(group(gang.get()));
        Place place = attempt == null ? null : attempt.places.get(key);
        if (attempt == null || place == null || !place.isFor(request)) {
            return List.of(() -> refuse.accept("gang " + gang.get() + ": its plan was given up"));
        }
        Arrival before = attempt.arrivals.put(key, new Arrival(request, go, refuse));
        List<Runnable> calls = new ArrayList<>();
        if (before != null) {
            calls.add(() -> before.refuse().accept("asked to be bound a second time"));
        }
        if (book.permit(key).goes() || attempt.released) {
            calls.addAll(attempt.release());
        }
        return calls;
    }

    /** Who they are bound with, for those who look at pods one by one; quota specification section 10.2. */
    @Override
    public synchronized Map<String, String> annotations(BindRequest request) {
        String group =
                book.gangOf(request.uid(), request.podKey()).map(this::group).orElse("");
        GangAttempt attempt = attempts.get(group);
        return attempt == null ? Map.of() : attempt.annotations(group, request.uid());
    }

    @Override
    public synchronized void ended(BindRequest request, boolean placed) {
        // First by the pod: it may be gone, and its gang as well.
        for (GangAttempt attempt : attempts.values()) {
            if (attempt.ended(request.uid()) && !placed) {
                ledger.release(request.uid(), Hold.Owner.GANG);
                // Whoever has not come yet comes with the minimum again, or not at all.
                attempt.released = false;
            }
        }
        String key = request.podKey();
        if (book.gangOf(request.uid(), key).isPresent()) {
            if (placed) {
                book.bound(key);
            } else {
                book.leave(key);
            }
        }
    }

    /**
     * Plans groups that kube-scheduler has asked about, and ends plans that did not come together. A replica that does not lead plans
     * nothing and keeps nothing.
     */
    public void round() {
        List<PodFacts> toWake = new ArrayList<>();
        synchronized (this) {
            Instant now = clock.instant();
            boolean acts = wake.acts();
            if (acts) {
                toWake.addAll(finished(now));
            }
            for (GangAttempt attempt : byRank()) {
                attempt.vetoes.end(ledger.view(), now);
                if (!acts && !attempt.places.isEmpty()) {
                    giveUp(attempt, "this replica does not lead");
                } else if (!attempt.places.isEmpty()) {
                    attempt.isOpening(wake::isGated, now);
                    ended(attempt, now);
                    toWake.addAll(attempt.toAskAgain(now));
                } else if (acts && !attempt.isBinding()) {
                    toWake.addAll(planned(attempt, now));
                }
            }
        }
        wake.wakeAll(toWake);
    }

    /** The most important group first: it is planned before the others. */
    private List<GangAttempt> byRank() {
        record Ranked(PodRank rank, GangAttempt attempt) {}
        return attempts.values().stream()
                .map(attempt -> new Ranked(book.rank(attempt.gang), attempt))
                .sorted(Comparator.comparing(Ranked::rank, PodRank.QUEUE))
                .map(Ranked::attempt)
                .toList();
    }

    @Override
    public synchronized List<String> details(PodFacts pod) {
        return book.gangOf(pod.uid(), pod.key())
                .flatMap(book::find)
                .map(gang -> reports.details(gang, attempts.get(group(gang.id()))))
                .orElse(List.of());
    }

    /** How far each gang is, in no order. */
    public List<GangReport> reports() {
        return book.ids().stream()
                .flatMap(id -> book.find(id).stream())
                .map(this::report)
                .toList();
    }

    private synchronized GangReport report(Snapshot gang) {
        return reports.of(gang, attempts.get(group(gang.id())));
    }

    /** Forgets groups that need no plan any more or are others now, and returns their pods that wait. */
    private List<PodFacts> finished(Instant now) {
        List<PodFacts> left = new ArrayList<>();
        attempts.entrySet().removeIf(entry -> {
            GangAttempt one = entry.getValue();
            boolean another = !entry.getKey().equals(group(one.gang));
            if (another && !one.places.isEmpty()) {
                giveUp(one, "its group is another one now");
            }
            boolean satisfied = book.isSatisfied(one.gang);
            boolean over = !one.isPlanned() && (another || satisfied || now.isAfter(one.askedAt.plus(FORGOTTEN)));
            if (over && (another || satisfied)) {
                one.refused.values().stream().filter(this::waits).forEach(left::add);
            }
            return over;
        });
        return left;
    }

    private boolean waits(PodFacts pod) {
        return ledger.pendingPod(pod.namespace(), pod.name())
                .filter(known -> known.uid().equals(pod.uid()))
                .isPresent();
    }

    private void ended(GangAttempt attempt, Instant now) {
        if (now.isAfter(attempt.deadline)) {
            giveUp(attempt, "not all pods came within the time-out");
            attempt.restsUntil = now.plusSeconds(1);
        } else if (!attempt.released && !planner.holds(attempt)) {
            giveUp(attempt, "a pod of the plan is gone");
        }
    }

    private List<PodFacts> planned(GangAttempt attempt, Instant now) {
        // Quotas and gates change without a change of any node.
        boolean again = attempt.withoutRoom != ledger.view() || now.isAfter(attempt.triedAt.plus(AT_LEAST_EVERY));
        if (now.isBefore(attempt.restsUntil) || !again || book.entry(attempt.gang) != GangEntry.ALLOWED) {
            return List.of();
        }
        attempt.keepOnly(this::waits);
        Duration patience = planner.patience(attempt.gang, args.bindTimeout().toJavaDuration());
        Instant deadline = now.plus(patience).plus(attempt.opening(wake::isGated));
        boolean complete = planner.plan(attempt, deadline);
        metrics.counter(MetricNames.of("koord_scheduler_gang_plans_total", "result", complete ? "planned" : "no_room"))
                .inc();
        if (!complete) {
            attempt.withoutRoom = ledger.view();
            attempt.triedAt = now;
            attempt.restsUntil = now.plusSeconds(1);
            if (attempt.lacksRefused) {
                attempt.failures++;
                restAfterAttempts(attempt);
            }
            return List.of();
        }
        attempt.withoutRoom = null;
        attempt.triedAt = now;
        attempt.deadline = deadline;
        attempt.patience = patience;
        attempt.released = false;
        List<PodFacts> wakes = attempt.refused.values().stream()
                .filter(pod -> attempt.places.containsKey(pod.key()))
                .toList();
        attempt.refused.keySet().removeAll(attempt.places.keySet());
        return wakes;
    }

    /** Nothing of the plan stays; binds that wait fail, and kube-scheduler tries their pods again. */
    private void giveUp(GangAttempt attempt, String reason) {
        attempt.reason = reason;
        attempt.places.values().forEach(place -> {
            attempt.refused.put(place.pod().key(), place.pod());
            book.leave(place.pod().key());
            ledger.release(place.pod().uid(), Hold.Owner.GANG);
            capabilities.gate().release(place.pod());
        });
        attempt.places.clear();
        List<Arrival> waiting = List.copyOf(attempt.arrivals.values());
        attempt.arrivals.clear();
        waiting.forEach(arrival -> arrival.refuse().accept("gang " + attempt.gang + ": " + reason));
        metrics.counter(MetricNames.of("koord_scheduler_gang_plans_total", "result", "given_up"))
                .inc();
    }
}
