package io.koordbridge.descheduler.act.evict;

import io.koordbridge.protocol.PureCore;
import java.util.Optional;

/** How a pod is ended. */
@PureCore
public enum EvictionPolicy {
    /** By the eviction API, which respects disruption budgets. */
    EVICTION("Eviction"),
    /** By deletion, past disruption budgets. */
    DELETE("Delete"),
    /** By an annotation: another component drains the pod and deletes it. */
    SOFT_EVICTION("SoftEviction");

    private final String wireName;

    EvictionPolicy(String wireName) {
        this.wireName = wireName;
    }

    /** As in labels and configuration. */
    public String wireName() {
        return wireName;
    }

    /** The policy of a name; empty for an unknown one. */
    public static Optional<EvictionPolicy> of(String name) {
        for (EvictionPolicy policy : values()) {
            if (policy.wireName.equals(name)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }

    /**
     * The policy of the pod's label if it has one, else of the job's. A label with an unknown name means the fallback, also on a pod whose
     * job has a known one.
     *
     * @param podLabel empty when absent
     * @param jobLabel empty when absent
     */
    public static EvictionPolicy choose(String podLabel, String jobLabel, EvictionPolicy fallback) {
        return of(podLabel.isEmpty() ? jobLabel : podLabel).orElse(fallback);
    }
}
