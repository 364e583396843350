package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.facts.resource.ResourceVector;

/**
 * What holds for a quota now.
 *
 * @param below demand of the quota and all below it: the pods' own sums as they are, {@code request} raised to min where
 *     nothing is lent
 * @param childRequest the request before it is raised
 * @param scaledMin min, made smaller where the parent has less than all minima
 * @param runtime what the quota may use
 * @param usage what it holds of its promise, empty unless usage is guaranteed
 */
public record QuotaState(
        QuotaDemand below, ResourceVector childRequest, ResourceVector scaledMin, ResourceVector runtime, Usage usage) {

    /**
     * Promise that follows use.
     *
     * @param allocated used by its pods, and guaranteed to its children
     * @param guaranteed the larger of that and min
     */
    public record Usage(ResourceVector allocated, ResourceVector guaranteed) {

        static final Usage NONE = new Usage(ResourceVector.EMPTY, ResourceVector.EMPTY);
    }

    static final QuotaState NONE = new QuotaState(
            QuotaDemand.NONE, ResourceVector.EMPTY, ResourceVector.EMPTY, ResourceVector.EMPTY, Usage.NONE);

    /** Requests of the pods below, at least min where nothing is lent. */
    public ResourceVector request() {
        return below.request();
    }

    /** What the quota gets first of a resource. */
    public long promise(String resource) {
        return Math.max(scaledMin.get(resource), usage.guaranteed().get(resource));
    }

    /** Requests of the pods below that are bound or held. */
    public ResourceVector used() {
        return below.used();
    }
}
