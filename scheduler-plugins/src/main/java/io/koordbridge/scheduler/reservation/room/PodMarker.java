package io.koordbridge.scheduler.reservation.room;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.facts.reservation.AllocatedCodec;
import io.koordbridge.scheduler.facts.reservation.PodClaim;
import io.koordbridge.scheduler.facts.reservation.PodClaimReader;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import io.koordbridge.scheduler.facts.reservation.ReservationIndex;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.reservation.ReservationMark.Kind;
import io.koordbridge.scheduler.facts.reservation.ReservationMatch;
import io.koordbridge.scheduler.facts.reservation.ReservationMatch.Verdict;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Marks pods that wait with the reservations that they may use now, and explains it. */
public final class PodMarker {

    private static final int MOST_LINES = 20;

    private final Reservations reservations;
    private final Match match;
    private final RememberedMarks remembered = new RememberedMarks();

    public PodMarker(Reservations reservations) {
        this(reservations, ReservationMatch::of);
    }

    PodMarker(Reservations reservations, Match match) {
        this.reservations = reservations;
        this.match = match;
    }

    /** Compares a pod with a reservation. */
    interface Match {
        Verdict of(PodClaim pod, ResourceVector request, ReservationFacts reservation, Map<String, String> nodeLabels);
    }

    /** The pod with its mark; one that is placed stays as it is. */
    public PodFacts marked(PodFacts pod) {
        if (pod.nodeName() != null) {
            remembered.forget(pod.uid());
            return pod;
        }
        return pod.with(mark(pod));
    }

    private ReservationMark mark(PodFacts pod) {
        PodClaim claim = pod.wishes().claim();
        if (!claim.problem().isEmpty()) {
            return ReservationMark.refused("invalid reservation annotation: " + claim.problem());
        }
        if (claim.ignores()) {
            return ReservationMark.IGNORES;
        }
        ReservationIndex index = reservations.index();
        Collection<ReservationFacts> candidates = index.candidates(claim);
        if (candidates.isEmpty() && claim.affinity() == null) {
            return ReservationMark.NONE;
        }
        if (claim.affinity() != null) {
            // It selects by labels of nodes as well, which change without a new version of the reservations.
            return mark(pod, candidates);
        }
        ReservationMark known = remembered.find(index, pod);
        if (known == null) {
            known = mark(pod, candidates);
            remembered.put(index, pod, known);
        }
        return known;
    }

    private ReservationMark mark(PodFacts pod, Collection<ReservationFacts> candidates) {
        PodClaim claim = pod.wishes().claim();
        List<ReservationFacts> own = candidates.stream()
                .filter(reservation -> verdict(pod, reservation) == Verdict.MATCHES)
                .toList();
        if (own.isEmpty() && claim.affinity() == null) {
            return ReservationMark.NONE;
        }
        return new ReservationMark(
                claim.affinity() == null ? Kind.MAY : Kind.MUST,
                own.stream().map(ReservationFacts::uid).sorted().toList(),
                own.stream()
                        .filter(one -> one.terms().order() != 0)
                        .min(Comparator.comparingLong(
                                        (ReservationFacts one) -> one.terms().order())
                                .thenComparing(ReservationFacts::name))
                        .map(ReservationFacts::uid)
                        .orElse(""),
                "");
    }

    /** Why what a bound pod says of a reservation does not count, for people; nothing while the reservation is not known. */
    public List<String> problems(Pod pod) {
        String uid = AllocatedCodec.read(pod).used();
        if (uid.isEmpty() || PodPlacement.nodeName(pod).isEmpty()) {
            return List.of();
        }
        PodClaim claim = PodClaimReader.read(pod);
        return reservations.all().stream()
                .filter(one -> one.uid().equals(uid) && !ReservationMatch.isOwner(claim, one))
                .map(one -> "annotation " + Annotations.POD_RESERVATION_ALLOCATED + " counts as absent: "
                        + Verdict.OWNER.words() + ", those of reservation " + one.name())
                .toList();
    }

    private Verdict verdict(PodFacts pod, ReservationFacts reservation) {
        return match.of(pod.wishes().claim(), pod.request(), reservation, reservations.nodeLabels(reservation));
    }

    /** Reservations that are meant for the pod, and why it can or cannot use them; a line each. */
    public List<String> details(PodFacts pod) {
        PodClaim claim = pod.wishes().claim();
        if (!claim.problem().isEmpty()) {
            return List.of("reservations: " + claim.problem());
        }
        boolean wanted = claim.affinity() != null;
        List<String> lines = new ArrayList<>();
        for (ReservationFacts reservation : reservations.all()) {
            Verdict verdict = verdict(pod, reservation);
            boolean ofAnother = verdict == Verdict.OWNER || verdict == Verdict.NAME;
            if (lines.size() < MOST_LINES && verdict != Verdict.IGNORED && (wanted || !ofAnother)) {
                lines.add("reservation " + reservation.name() + ", " + place(reservation) + ": " + verdict.words());
            }
        }
        if (wanted && lines.isEmpty()) {
            lines.add("reservations: the pod has to use one, and no reservation exists");
        }
        return lines;
    }

    private static String place(ReservationFacts reservation) {
        String phase = reservation.standing().phase();
        String node = reservation.standing().node();
        return (phase.isEmpty() ? "Pending" : phase) + (node.isEmpty() ? "" : " on node " + node);
    }
}
