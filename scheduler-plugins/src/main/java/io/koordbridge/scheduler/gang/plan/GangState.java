package io.koordbridge.scheduler.gang.plan;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Arrival;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.plugin.PodPlan.Refused;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of all groups. Its monitor guards it and them; filter and bind of gangs wait for it, so nothing is searched or answered under
 * it: who changes something returns the calls to make behind it.
 */
final class GangState {

    private static final Duration VETO = Duration.ofMinutes(1);

    private final GangBook book;
    private final GangPlanner planner;
    private final GangArgs args;
    private final UnaryOperator<Duration> timers;
    private final MetricRegistry metrics;
    /** By group id. */
    private final Map<String, GangAttempt> attempts = new LinkedHashMap<>();
    /** Attempts of the binds that go on, by pod uid; read without the monitor. */
    private final Map<String, GangAttempt> going = new ConcurrentHashMap<>();

    /**
     * Without attempts.
     *
     * @param timers gives the time after which is ended what no event has ended
     */
    GangState(
            GangBook book, GangPlanner planner, GangArgs args, UnaryOperator<Duration> timers, MetricRegistry metrics) {
        this.book = book;
        this.planner = planner;
        this.args = args;
        this.timers = timers;
        this.metrics = metrics;
    }

    Collection<GangAttempt> all() {
        return attempts.values();
    }

    /** How many groups are not placed yet. */
    synchronized int waiting() {
        return (int) attempts.values().stream().filter(one -> !one.released).count();
    }

    String group(String gang) {
        return book.groupId(gang);
    }

    GangAttempt attempt(String gang) {
        return attempts.computeIfAbsent(
                group(gang), id -> new GangAttempt(gang, new Vetoes(args.attempts(), timers.apply(VETO))));
    }

    /** The attempt of the gang's group, null without one. */
    @Nullable
    GangAttempt find(String gang) {
        return attempts.get(group(gang));
    }

    /** Whether an attempt is that of another group by now. */
    boolean isOfAnotherGroup(GangAttempt attempt) {
        return find(attempt.gang) != attempt;
    }

    void forgetIf(Predicate<GangAttempt> over) {
        attempts.values().removeIf(over);
    }

    /** Refuses a pod in filter. */
    Refused refused(GangAttempt attempt, PodFacts pod, String reason) {
        attempt.refused.put(pod.key(), pod);
        return new Refused(new FitResult(FitCode.UNSCHEDULABLE, List.of(reason)));
    }

    /** Why a pod of a gang has no place. */
    String reason(String gang, GangAttempt attempt) {
        GangEntry entry = book.entry(gang);
        return "gang " + gang + ": " + (entry == GangEntry.ALLOWED ? attempt.reason : entry.words());
    }

    /** Has the binds that wait go on together. */
    List<Runnable> release(GangAttempt attempt) {
        attempt.arrivals.values().forEach(arrival -> going.put(arrival.request().uid(), attempt));
        return attempt.release();
    }

    /** The attempt whose bind of a pod has ended, null when it was none; that of a pod which is gone is one as well. */
    @Nullable
    GangAttempt endOfBind(String uid) {
        return going.remove(uid);
    }

    /** Nothing of the plan stays; binds that wait fail, and kube-scheduler tries their pods again. */
    List<Runnable> giveUp(GangAttempt attempt, String reason) {
        attempt.vetoes.clear();
        return end(attempt, reason);
    }

    private List<Runnable> end(GangAttempt attempt, String reason) {
        attempt.reason = reason;
        List<Runnable> calls = new ArrayList<>();
        List.copyOf(attempt.places.values()).forEach(place -> calls.addAll(drop(attempt, place, reason)));
        for (Arrival arrival : attempt.arrivals.values()) {
            calls.add(refusal(attempt, arrival, reason));
        }
        attempt.arrivals.clear();
        metrics.counter(MetricNames.of("koord_scheduler_gang_plans_total", "result", "given_up"))
                .inc();
        return calls;
    }

    /** The same because kube-scheduler refuses a node: the plan is made again without it. */
    List<Runnable> giveUpForVeto(GangAttempt attempt, String reason, Instant now) {
        List<Runnable> calls = end(attempt, reason);
        attempt.countRefusal(args.attempts(), now);
        return calls;
    }

    /** A pod has no place any more; its bind fails when it waits. */
    List<Runnable> drop(GangAttempt attempt, Place place, String reason) {
        PodFacts pod = place.pod();
        attempt.places.remove(pod.key());
        // Another one of its name may have been refused already.
        if (book.gangOf(pod.uid(), pod.key()).isPresent()) {
            attempt.refused.put(pod.key(), pod);
            book.leave(pod.key());
        }
        planner.release(place);
        Arrival arrival = attempt.arrivals.remove(pod.key());
        return arrival == null ? List.of() : List.of(refusal(attempt, arrival, reason));
    }

    private static Runnable refusal(GangAttempt attempt, Arrival arrival, String reason) {
        return () -> arrival.refuse().accept("gang " + attempt.gang + ": " + reason);
    }
}
