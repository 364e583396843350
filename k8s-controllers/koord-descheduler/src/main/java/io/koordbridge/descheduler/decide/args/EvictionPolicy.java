package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Optional;

/** How a pod is evicted; descheduler specification section 7. */
@PureCore
public enum EvictionPolicy {
    EVICTION("Eviction"),
    DELETE("Delete"),
    SOFT_EVICTION("SoftEviction");

    private final String wireName;

    EvictionPolicy(String wireName) {
        this.wireName = wireName;
    }

    /** The text on the wire. */
    public String wireName() {
        return wireName;
    }

    static Optional<EvictionPolicy> ofName(String name) {
        return Arrays.stream(values())
                .filter(policy -> policy.wireName.equals(name))
                .findFirst();
    }

    /** The policy that labels ask for: the pod's label first, then the job's; an unknown one counts as absent. */
    public static EvictionPolicy of(String podLabel, String jobLabel, EvictionPolicy otherwise) {
        String label = podLabel.isEmpty() ? jobLabel : podLabel;
        return ofName(label).orElse(otherwise);
    }
}
