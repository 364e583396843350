package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.facts.resource.ResourceVector;

/**
 * Sums over the pods of one quota, without those of its children.
 *
 * @param request of all pods
 * @param used of those that are bound or held
 * @param nonPreemptibleRequest of those that must not be preempted
 * @param nonPreemptibleUsed of those of them that are bound or held
 */
public record QuotaDemand(
        ResourceVector request,
        ResourceVector used,
        ResourceVector nonPreemptibleRequest,
        ResourceVector nonPreemptibleUsed) {

    static final QuotaDemand NONE =
            new QuotaDemand(ResourceVector.EMPTY, ResourceVector.EMPTY, ResourceVector.EMPTY, ResourceVector.EMPTY);

    /** What one pod adds. */
    public static QuotaDemand of(ResourceVector request, boolean assigned, boolean nonPreemptible) {
        ResourceVector none = ResourceVector.EMPTY;
        return new QuotaDemand(
                request,
                assigned ? request : none,
                nonPreemptible ? request : none,
                assigned && nonPreemptible ? request : none);
    }

    QuotaDemand plus(QuotaDemand other) {
        return new QuotaDemand(
                request.plus(other.request),
                used.plus(other.used),
                nonPreemptibleRequest.plus(other.nonPreemptibleRequest),
                nonPreemptibleUsed.plus(other.nonPreemptibleUsed));
    }

    QuotaDemand minus(QuotaDemand other) {
        return new QuotaDemand(
                request.minus(other.request),
                used.minus(other.used),
                nonPreemptibleRequest.minus(other.nonPreemptibleRequest),
                nonPreemptibleUsed.minus(other.nonPreemptibleUsed));
    }

    /** Whether an amount is too large to be subtracted again after it was added. */
    boolean saturated() {
        return request.saturated()
                || used.saturated()
                || nonPreemptibleRequest.saturated()
                || nonPreemptibleUsed.saturated();
    }

    /** The part that a limit names. */
    QuotaDemand within(ResourceVector max) {
        return new QuotaDemand(
                request.masked(max),
                used.masked(max),
                nonPreemptibleRequest.masked(max),
                nonPreemptibleUsed.masked(max));
    }
}
