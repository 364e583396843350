package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a search for room for a group.
 *
 * @param minimum places of the pods of each minimum, empty without room for all of them
 * @param more places of further pods
 * @param reason what was missing, for people; empty when nothing was
 * @param lacksRefused whether a node was missing that kube-scheduler refuses
 * @param noRoom what has to change before another search is worth it, empty when the cluster changed in between
 */
record GangPlan(List<Place> minimum, List<Place> more, String reason, boolean lacksRefused, Optional<NoRoom> noRoom) {

    GangPlan {
        minimum = List.copyOf(minimum);
        more = List.copyOf(more);
    }

    /** One that could not be kept because the cluster changed while it was made. */
    static GangPlan overtaken() {
        return new GangPlan(
                List.of(),
                List.of(),
                "no room for its minimum: the cluster changed while it was planned",
                false,
                Optional.empty());
    }

    /** Whether there is something to offer. */
    boolean hasPlaces() {
        return !minimum.isEmpty() || !more.isEmpty();
    }
}
