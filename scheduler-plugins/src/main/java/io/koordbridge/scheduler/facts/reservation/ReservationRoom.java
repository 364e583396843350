package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Policy;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What pods have taken of a reservation; quota specification section 11.4.
 *
 * @param allocated what they request of the resources that it counts
 * @param pods how many there are
 */
@PureCore
public record ReservationRoom(ReservationFacts reservation, ResourceVector allocated, int pods) {

    private static final long FULL_SCORE = 100;
    private static final String PODS = "pods";

    /** After pods that request this. */
    public static ReservationRoom of(ReservationFacts reservation, Collection<ResourceVector> requests) {
        List<String> counted = counted(reservation);
        ResourceVector allocated = ResourceVector.EMPTY;
        for (ResourceVector request : requests) {
            allocated = allocated.plus(request.masked(counted));
        }
        return new ReservationRoom(reservation, allocated, requests.size());
    }

    /** With options of Restricted only these; all of them when the reservation has none of these. */
    private static List<String> counted(ReservationFacts reservation) {
        ResourceVector allocatable = reservation.standing().allocatable();
        List<String> options = reservation.terms().restrictedKeys().stream()
                .filter(allocatable::has)
                .toList();
        return options.isEmpty() ? allocatable.names() : options;
    }

    /** What is left. */
    public ResourceVector remaining() {
        return reservation.standing().allocatable().minusClipped(allocated);
    }

    /** Whether one more pod may use it. */
    public boolean isUsable() {
        return reservation.isUsable(pods);
    }

    /** Names of what a pod asks for beyond what is left; empty unless the policy is Restricted. */
    public Set<String> shortages(ResourceVector request) {
        Set<String> names = new TreeSet<>();
        if (reservation.terms().policy() != Policy.RESTRICTED) {
            return names;
        }
        ResourceVector left = remaining();
        for (String name : counted(reservation)) {
            if (request.get(name) > left.get(name)) {
                names.add(name);
            }
        }
        long most = reservation.standing().pods();
        if (most >= 0 && pods >= most) {
            names.add(PODS);
        }
        return names;
    }

    /** From 0 to 100: how much of the reservation is used with the pod. */
    public long score(ResourceVector request) {
        ResourceVector capacity = reservation.standing().allocatable();
        long sum = 0;
        long counted = 0;
        for (String name : capacity.names()) {
            long total = capacity.get(name);
            if (total > 0) {
                long used = allocated.get(name) + request.get(name);
                sum += used > total ? 0 : Math.floorDiv(Math.multiplyExact(FULL_SCORE, used), total);
                counted++;
            }
        }
        return counted == 0 ? 0 : sum / counted;
    }
}
