package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import io.koordbridge.scheduler.placement.PlaceFinder;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds room for all pods of a group of gangs at once: for the minimum of each gang, or for none. It tries on a private copy of nodes and
 * quotas, and keeps room only for a plan that is whole. Without state and locks.
 */
final class GangPlanner {

    private final GangBook book;
    private final ClusterLedger ledger;
    private final Capabilities capabilities;

    GangPlanner(GangBook book, ClusterLedger ledger, Capabilities capabilities) {
        this.book = book;
        this.ledger = ledger;
        this.capabilities = capabilities;
    }

    /** The shortest patience of a gang of the group, the limit at most. */
    Duration patience(String gang, Duration limit) {
        Duration shortest = limit;
        for (Snapshot member : book.groupOf(gang)) {
            GangSpec spec = member.spec();
            shortest = spec == null || spec.patience().compareTo(shortest) > 0 ? shortest : spec.patience();
        }
        return shortest;
    }

    /** Places for a group as the cluster is now; nothing is kept. */
    GangPlan tried(GangTrial trial) {
        List<Place> minimum = new ArrayList<>();
        List<List<PodFacts>> rest = new ArrayList<>();
        for (Snapshot gang : book.groupOf(trial.gang())) {
            List<PodFacts> waiting = waiting(gang);
            long missing = missing(gang);
            int next = 0;
            while (missing > 0 && waiting.size() - next >= missing) {
                Optional<Place> place = trial.place(waiting.get(next++), "no room for its minimum");
                missing -= place.isPresent() ? 1 : 0;
                place.ifPresent(minimum::add);
            }
            if (missing > 0) {
                return trial.failed(
                        gang.pods().stream().anyMatch(book::isGated)
                                ? "pods of its minimum have scheduling gates"
                                : "");
            }
            rest.add(waiting.subList(next, waiting.size()));
        }
        List<Place> more = new ArrayList<>();
        rest.forEach(waiting -> waiting.forEach(
                pod -> trial.place(pod, "no room beyond its minimum").ifPresent(more::add)));
        return trial.ended(minimum, more);
    }

    /** A trial for a group on what is known now. */
    GangTrial trial(String gang, Vetoes.Nodes vetoes, Instant now) {
        return new GangTrial(
                gang, NoRoom.Inputs.of(gang, book, ledger, capabilities), ledger, capabilities, vetoes, now);
    }

    /** The plan with its room kept until the deadline; without that of the whole minimum it has none. */
    GangPlan kept(String gang, GangPlan plan, Instant deadline) {
        List<Place> kept = new ArrayList<>();
        for (Place place : plan.minimum()) {
            if (!keep(gang, place, deadline)) {
                kept.forEach(this::release);
                return GangPlan.overtaken();
            }
            kept.add(place);
        }
        List<Place> more = plan.more().stream()
                .filter(place -> keep(gang, place, deadline))
                .toList();
        return new GangPlan(plan.minimum(), more, plan.reason(), plan.lacksRefused(), plan.noRoom());
    }

    private boolean keep(String gang, Place place, Instant deadline) {
        PodFacts pod = place.pod();
        if (!capabilities.gate().hold(pod, deadline).fits()) {
            return false;
        }
        boolean kept = ledger.hold(
                        pod,
                        place.node(),
                        deadline,
                        hold(gang),
                        view -> capabilities.plugins().place(pod, view))
                instanceof Assumed;
        if (!kept) {
            capabilities.gate().release(pod);
        }
        return kept;
    }

    /** Gives up what is kept for a place. */
    void release(Place place) {
        ledger.release(place.pod().uid(), Hold.Owner.GANG);
        capabilities.gate().release(place.pod());
    }

    /** Another place for one pod of a plan on one of the candidates, kept beside the one that it has. */
    Optional<Place> other(String gang, PodFacts pod, Set<String> candidates, Instant deadline) {
        return new PlaceFinder(ledger, capabilities.plugins(), hold(gang), deadline)
                .placeOnOneOf(pod, candidates)
                .map(Assumption::node)
                .map(node -> new Place(pod, node));
    }

    static Hold hold(String gang) {
        return new Hold(Hold.Owner.GANG, "plan of gang " + gang);
    }

    /** Whether the pods that have places still make up the minimum of each gang. */
    boolean holds(GangAttempt attempt) {
        for (Snapshot gang : book.groupOf(attempt.gang)) {
            long placed = gang.pods().stream()
                    .map(attempt.places::get)
                    .filter(place -> place != null && isKept(place))
                    .count();
            if (placed < missing(gang)) {
                return false;
            }
        }
        return book.entry(attempt.gang) == GangEntry.ALLOWED;
    }

    /** Whether a place can still be had: a pod that was replaced by one of its name has lost it, and so has one whose node is gone. */
    boolean isKept(Place place) {
        PodFacts pod = place.pod();
        return book.gangOf(pod.uid(), pod.key()).isPresent()
                && ledger.keeps(pod.uid(), place.node())
                && ledger.view().node(place.node()).isPresent();
    }

    /** How many more pods the gang needs. */
    private static long missing(Snapshot gang) {
        GangSpec spec = gang.spec();
        if (spec == null) {
            return Long.MAX_VALUE;
        }
        int counted =
                spec.policy() == MatchPolicy.WAITING_AND_RUNNING ? gang.bound().size() : 0;
        return spec.minimum() - counted;
    }

    private List<PodFacts> waiting(Snapshot gang) {
        List<PodFacts> waiting = new ArrayList<>();
        for (String key : gang.pods()) {
            if (book.isGated(key)) {
                continue;
            }
            int slash = key.indexOf('/');
            ledger.pendingPod(key.substring(0, slash), key.substring(slash + 1)).ifPresent(waiting::add);
        }
        return waiting;
    }
}
