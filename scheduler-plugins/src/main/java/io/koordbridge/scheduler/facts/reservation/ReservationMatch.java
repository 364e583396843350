package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Affinity;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a pod may use a reservation; the first test that fails decides. Quota specification section 11.3. */
@PureCore
public final class ReservationMatch {

    private ReservationMatch() {}

    /** The outcome, with words for people. */
    public enum Verdict {
        MATCHES("matches"),
        /** The pod is let through and uses no reservation. */
        IGNORED("the pod ignores reservations"),
        OWNER("the pod is not one of its owners"),
        NAME("the pod wants a reservation of another name"),
        UNSCHEDULABLE("it is closed for further pods"),
        TAINT("it has a taint that the pod does not tolerate"),
        AFFINITY("its labels do not match the pod's reservation affinity"),
        EXACT_MATCH("the pod requests another amount than is reserved");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** Whether the pod is one of its owners: without that it uses nothing of it, also when its annotation says so. */
    public static boolean isOwner(PodClaim pod, ReservationFacts reservation) {
        return reservation.terms().owners().stream().anyMatch(owner -> owner.matches(pod));
    }

    /**
     * The verdict, whether or not the reservation is usable at all.
     *
     * @param request of the pod
     * @param nodeLabels of the reservation's node
     */
    public static Verdict of(
            PodClaim pod, ResourceVector request, ReservationFacts reservation, Map<String, String> nodeLabels) {
        if (pod.ignores()) {
            return Verdict.IGNORED;
        }
        if (!isOwner(pod, reservation)) {
            return Verdict.OWNER;
        }
        Affinity affinity = pod.affinity();
        if (affinity != null && !affinity.name().isEmpty()) {
            return affinity.name().equals(reservation.name()) ? exact(pod, request, reservation) : Verdict.NAME;
        }
        if (reservation.terms().closed() && !tolerates(affinity, NodeTaint.CORDON)) {
            return Verdict.UNSCHEDULABLE;
        }
        if (affinity != null && !toleratesAll(affinity, reservation)) {
            return Verdict.TAINT;
        }
        return affinity == null || isSelected(affinity, reservation, nodeLabels)
                ? exact(pod, request, reservation)
                : Verdict.AFFINITY;
    }

    private static boolean toleratesAll(Affinity affinity, ReservationFacts reservation) {
        return reservation.terms().taints().stream()
                .allMatch(taint -> !taint.keepsAway() || tolerates(affinity, taint));
    }

    private static boolean tolerates(@Nullable Affinity affinity, NodeTaint taint) {
        return affinity != null && affinity.tolerations().stream().anyMatch(one -> one.tolerates(taint));
    }

    private static boolean isSelected(Affinity affinity, ReservationFacts reservation, Map<String, String> nodeLabels) {
        Map<String, String> labels = new HashMap<>(nodeLabels);
        labels.putAll(reservation.labels());
        NodeTraits traits = new NodeTraits(reservation.name(), false, labels, List.of());
        return affinity.selector().entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
                && (affinity.terms() == null || affinity.terms().stream().anyMatch(term -> term.matches(traits)));
    }

    private static Verdict exact(PodClaim pod, ResourceVector request, ReservationFacts reservation) {
        ResourceVector allocatable = reservation.standing().allocatable();
        for (String name : pod.exactMatch()) {
            if (request.has(name) != allocatable.has(name) || request.get(name) != allocatable.get(name)) {
                return Verdict.EXACT_MATCH;
            }
        }
        return Verdict.MATCHES;
    }
}
