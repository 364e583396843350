package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import io.koordbridge.scheduler.placement.PlaceFinder;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds room for all pods of a group of gangs at once: for the minimum of each gang, or for none. */
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

    /** Enters places for the group, and holds for them; or none, with the reason. */
    boolean plan(GangAttempt attempt, Instant deadline) {
        attempt.lacksRefused = false;
        PlaceFinder finder = finder(attempt, deadline);
        List<Deque<PodFacts>> rest = new ArrayList<>();
        for (Snapshot gang : book.groupOf(attempt.gang)) {
            Deque<PodFacts> waiting = new ArrayDeque<>(waiting(gang));
            rest.add(waiting);
            long missing = missing(gang);
            while (missing > 0 && !waiting.isEmpty()) {
                missing -= place(attempt, finder, waiting.remove(), Wanted.forMinimum(deadline)) ? 1 : 0;
            }
            if (missing > 0) {
                if (gang.pods().stream().anyMatch(book::isGated)) {
                    attempt.reason = "pods of its minimum have scheduling gates";
                }
                undo(attempt);
                return false;
            }
        }
        Wanted more = new Wanted("no room beyond its minimum", deadline, Set.of());
        rest.forEach(waiting -> waiting.forEach(pod -> place(attempt, finder, pod, more)));
        return !attempt.places.isEmpty();
    }

    /** Another place for one pod of a plan on one of the candidates, empty if absent. */
    Optional<String> again(GangAttempt attempt, PodFacts pod, Set<String> candidates) {
        ledger.release(pod.uid(), Hold.Owner.GANG);
        attempt.places.remove(pod.key());
        Set<String> others = new HashSet<>();
        for (NodeView node : ledger.view().nodes()) {
            if (!candidates.contains(node.name())) {
                others.add(node.name());
            }
        }
        Wanted wanted = new Wanted("no room for its minimum", attempt.deadline, others);
        place(attempt, finder(attempt, attempt.deadline), pod, wanted);
        return Optional.ofNullable(attempt.places.get(pod.key())).map(Place::node);
    }

    private PlaceFinder finder(GangAttempt attempt, Instant deadline) {
        Hold hold = new Hold(Hold.Owner.GANG, "plan of gang " + attempt.gang);
        return new PlaceFinder(ledger, capabilities.plugins(), hold, deadline);
    }

    /** Whether the pods that have places still make up the minimum of each gang. */
    boolean holds(GangAttempt attempt) {
        for (Snapshot gang : book.groupOf(attempt.gang)) {
            long placed = gang.pods().stream()
                    .filter(key -> isKept(attempt.places.get(key)))
                    .count();
            if (placed < missing(gang)) {
                return false;
            }
        }
        return book.entry(attempt.gang) == GangEntry.ALLOWED;
    }

    /** A pod that was replaced by one of its name has lost its place. */
    private boolean isKept(@Nullable Place place) {
        return place != null
                && book.gangOf(place.pod().uid(), place.pod().key()).isPresent()
                && ledger.keeps(place.pod().uid(), place.node());
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

    /**
     * What a place is looked for.
     *
     * @param lack what is wrong without one, for people
     * @param deadline until when its room is kept
     * @param without nodes that are not to be used, beside those that kube-scheduler refuses
     */
    private record Wanted(String lack, Instant deadline, Set<String> without) {

        static Wanted forMinimum(Instant deadline) {
            return new Wanted("no room for its minimum", deadline, Set.of());
        }
    }

    private boolean place(GangAttempt attempt, PlaceFinder finder, PodFacts pod, Wanted wanted) {
        FitResult entry = capabilities.gate().hold(pod, wanted.deadline());
        if (!entry.fits()) {
            attempt.reason = wanted.lack() + ": " + entry.message();
            return false;
        }
        Set<String> without = new HashSet<>(attempt.vetoes.of(pod));
        boolean refused = !without.isEmpty();
        without.addAll(wanted.without());
        Optional<String> node = finder.place(pod, without).map(Assumption::node);
        if (node.isEmpty()) {
            attempt.lacksRefused |= refused;
            attempt.reason = wanted.lack() + ": not enough nodes that fit" + attempt.vetoes.words(pod);
            capabilities.gate().release(pod);
            return false;
        }
        attempt.places.put(pod.key(), new Place(pod, node.get()));
        return true;
    }

    private void undo(GangAttempt attempt) {
        attempt.places.values().forEach(place -> {
            ledger.release(place.pod().uid(), Hold.Owner.GANG);
            capabilities.gate().release(place.pod());
        });
        attempt.places.clear();
    }
}
