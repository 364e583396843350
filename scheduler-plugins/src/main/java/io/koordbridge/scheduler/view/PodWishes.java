package io.koordbridge.scheduler.view;

import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.scheduler.facts.reservation.PodClaim;

/**
 * What a pod asks of its place.
 *
 * @param constrained whether it has affinity or spread constraints, so that kube-scheduler has to see every node it fits on
 * @param spread whether an owner keeps replicas of it, which kube-scheduler spreads by itself
 * @param constraints nodes that it can run on; of a bound pod what still matters there
 * @param claim what it says of reservations; of a bound pod whose it is, where it says that it uses one
 */
public record PodWishes(boolean constrained, boolean spread, PodConstraints constraints, PodClaim claim) {

    /** Of a bound pod without ports and reservation, as nearly all are. */
    private static final PodWishes BOUND = new PodWishes(false, false, PodConstraints.NONE, PodClaim.NONE);

    /** Of a pod that has its node: affinity and spread constraints do not matter any more. */
    static PodWishes bound(PodConstraints onNode, PodClaim claim) {
        PodWishes wishes = new PodWishes(false, false, onNode, claim);
        return wishes.equals(BOUND) ? BOUND : wishes;
    }
}
