package io.koordbridge.scheduler.reservation.room;

import io.koordbridge.scheduler.facts.reservation.PodClaim;
import io.koordbridge.scheduler.facts.reservation.ReservationIndex;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Marks of pods under one version of the Reservations; a later version forgets them all. Thread-safe. */
final class RememberedMarks {

    private static final int MOST = 50_000;

    private final Map<String, Given> byUid = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable ReservationIndex version;

    private record Given(PodClaim claim, ResourceVector request, ReservationMark mark) {}

    /** The mark of the pod as it is, null when it was not calculated in this version. */
    @SuppressWarnings("ReferenceEquality") // Each version has its index.
    synchronized @Nullable ReservationMark find(ReservationIndex now, PodFacts pod) {
        Given given = now == version ? byUid.get(pod.uid()) : null;
        return given != null
                        && given.claim().equals(pod.wishes().claim())
                        && given.request().equals(pod.request())
                ? given.mark()
                : null;
    }

    /** Remembers a mark, and forgets the one that was not looked at for the longest time when there are too many. */
    @SuppressWarnings("ReferenceEquality") // Each version has its index.
    synchronized void put(ReservationIndex now, PodFacts pod, ReservationMark mark) {
        if (now != version) {
            byUid.clear();
            version = now;
        }
        byUid.put(pod.uid(), new Given(pod.wishes().claim(), pod.request(), mark));
        if (byUid.size() > MOST) {
            byUid.remove(byUid.keySet().iterator().next());
        }
    }

    /** The pod waits no more. */
    synchronized void forget(String uid) {
        byUid.remove(uid);
    }
}
