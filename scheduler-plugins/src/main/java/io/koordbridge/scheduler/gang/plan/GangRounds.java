package io.koordbridge.scheduler.gang.plan;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Plans groups that kube-scheduler has asked about, and ends plans that did not come together. Searches hold no lock. A replica that does
 * not lead plans nothing and keeps nothing. Rounds run one after the other.
 */
final class GangRounds {

    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** kube-scheduler tries a pod that waits again within five minutes. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final Parts parts;
    private final GangState state;
    private final GangPlanner planner;
    private final GangArgs args;
    private final UnaryOperator<Duration> timers;
    private final WakeApi wake;
    private final MetricRegistry metrics;

    /** What plans are made of. */
    record Parts(GangBook book, ClusterLedger ledger, Capabilities capabilities, Clock clock) {

        boolean waits(PodFacts pod) {
            PodFacts known = known(pod);
            return known != null && known.uid().equals(pod.uid());
        }

        /** The pod of this name that waits, null when absent. */
        @Nullable
        PodFacts known(PodFacts pod) {
            return ledger.pendingPod(pod.namespace(), pod.name()).orElse(null);
        }
    }

    /**
     * Rounds over the attempts of a state.
     *
     * @param timers as in the state
     */
    GangRounds(
            Parts parts,
            GangState state,
            GangPlanner planner,
            GangArgs args,
            UnaryOperator<Duration> timers,
            WakeApi wake,
            MetricRegistry metrics) {
        this.parts = parts;
        this.state = state;
        this.planner = planner;
        this.args = args;
        this.timers = timers;
        this.wake = wake;
        this.metrics = metrics;
    }

    void round() {
        Instant now = parts.clock().instant();
        List<PodFacts> toWake = new ArrayList<>();
        List<Runnable> calls = new ArrayList<>();
        List<GangAttempt> withoutPlan = new ArrayList<>();
        boolean acts = wake.acts();
        synchronized (state) {
            if (acts) {
                forget(now, toWake, calls);
            }
            for (GangAttempt attempt : state.all()) {
                attempt.vetoes.end(parts.ledger().view(), now);
                if (!acts && !attempt.places.isEmpty()) {
                    calls.addAll(state.giveUp(attempt, "this replica does not lead"));
                } else if (!attempt.places.isEmpty()) {
                    attempt.isOpening(wake::isGated, now);
                    calls.addAll(look(attempt, now));
                    toWake.addAll(attempt.toAskAgain(now));
                } else if (acts && !attempt.isBinding() && !now.isBefore(attempt.restsUntil)) {
                    withoutPlan.add(attempt);
                }
            }
        }
        calls.forEach(Runnable::run);
        for (GangAttempt attempt :
                byRank(withoutPlan.stream().filter(this::isDue).toList())) {
            toWake.addAll(plan(attempt));
        }
        wake.wakeAll(toWake);
    }

    /** Forgets groups that need no plan any more or are others now; their pods that wait are tried again. */
    private void forget(Instant now, List<PodFacts> toWake, List<Runnable> calls) {
        state.forgetIf(one -> {
            boolean another = state.isOfAnotherGroup(one);
            if (another && !one.places.isEmpty()) {
                calls.addAll(state.giveUp(one, "its group is another one now"));
            }
            if (one.isPlanned()) {
                return false;
            }
            if (another || parts.book().isSatisfied(one.gang)) {
                one.refused.values().stream().filter(parts::waits).forEach(toWake::add);
                return true;
            }
            boolean gone = parts.book().entry(one.gang) == GangEntry.NO_GANG
                    && one.refused.values().stream().noneMatch(parts::waits);
            return gone || now.isAfter(one.askedAt.plus(timers.apply(FORGOTTEN)));
        });
    }

    /** Ends a plan that cannot come together any more, or its part that cannot. */
    private List<Runnable> look(GangAttempt attempt, Instant now) {
        if (now.isAfter(attempt.deadline)) {
            boolean refused = !attempt.vetoes.isEmpty();
            List<Runnable> calls = state.giveUp(attempt, "not all pods came within the time-out");
            attempt.restsUntil = now.plus(PAUSE);
            if (refused) {
                attempt.countRefusal(args.attempts(), now);
            }
            return calls;
        }
        List<Place> lost = attempt.places.values().stream()
                .filter(place -> !planner.isKept(place))
                .toList();
        if (!attempt.released && !planner.holds(attempt)) {
            return state.giveUp(attempt, "a pod of the plan is gone");
        }
        List<Runnable> calls = new ArrayList<>();
        lost.forEach(place -> calls.addAll(state.drop(attempt, place, "its place is gone")));
        // The minimum may have become smaller, or its PodGroup was away when the last bind came.
        if (attempt.arrivals.keySet().stream()
                .anyMatch(key -> parts.book().permit(key).goes())) {
            calls.addAll(state.release(attempt));
        }
        return calls;
    }

    private boolean isDue(GangAttempt attempt) {
        GangBook book = parts.book();
        NoRoom noRoom = attempt.noRoom;
        return book.entry(attempt.gang) == GangEntry.ALLOWED
                && (noRoom == null
                        || noRoom.mayBeOver(
                                NoRoom.Inputs.of(attempt.gang, book, parts.ledger(), parts.capabilities()),
                                parts::known,
                                parts.clock().instant()));
    }

    /** The most important group first: it is planned before the others. */
    private List<GangAttempt> byRank(List<GangAttempt> due) {
        record Ranked(PodRank rank, GangAttempt attempt) {}
        return due.stream()
                .map(attempt -> new Ranked(parts.book().rank(attempt.gang), attempt))
                .sorted(Comparator.comparing(Ranked::rank, PodRank.QUEUE))
                .map(Ranked::attempt)
                .toList();
    }

    /** Searches a plan without the state's lock, and enters what has come of it; pods to try again. */
    private List<PodFacts> plan(GangAttempt attempt) {
        Vetoes.Nodes vetoes;
        Duration opening;
        synchronized (state) {
            attempt.keepOnly(parts::waits);
            vetoes = attempt.vetoes.nodes();
            opening = attempt.opening(wake::isGated);
        }
        Instant now = parts.clock().instant();
        GangPlan plan = planner.tried(planner.trial(attempt.gang, vetoes, now));
        Duration patience = planner.patience(attempt.gang, args.bindTimeout().toJavaDuration());
        Instant deadline = parts.clock().instant().plus(timers.apply(patience)).plus(opening);
        if (plan.hasPlaces()) {
            plan = planner.kept(attempt.gang, plan, deadline);
        }
        metrics.counter(MetricNames.of(
                        "koord_scheduler_gang_plans_total", "result", plan.hasPlaces() ? "planned" : "no_room"))
                .inc();
        synchronized (state) {
            attempt.triedAt = now;
            attempt.reason = plan.reason().isEmpty() ? attempt.reason : plan.reason();
            attempt.noRoom = plan.hasPlaces() || plan.lacksRefused()
                    ? null
                    : plan.noRoom().orElse(null);
            return plan.hasPlaces() ? enter(attempt, plan, deadline, timers.apply(patience)) : miss(attempt, plan, now);
        }
    }

    private static List<PodFacts> enter(GangAttempt attempt, GangPlan plan, Instant deadline, Duration patience) {
        plan.minimum().forEach(place -> attempt.places.put(place.pod().key(), place));
        plan.more().forEach(place -> attempt.places.put(place.pod().key(), place));
        attempt.deadline = deadline;
        attempt.patience = patience;
        attempt.released = false;
        List<PodFacts> wakes = attempt.refused.values().stream()
                .filter(pod -> attempt.places.containsKey(pod.key()))
                .toList();
        attempt.refused.keySet().removeAll(attempt.places.keySet());
        return wakes;
    }

    private List<PodFacts> miss(GangAttempt attempt, GangPlan plan, Instant now) {
        attempt.restsUntil = now.plus(PAUSE);
        if (plan.lacksRefused()) {
            // The vetoes end with the plan that they leave without room.
            attempt.vetoes.clear();
            attempt.countRefusal(args.attempts(), now);
        }
        return List.of();
    }
}
