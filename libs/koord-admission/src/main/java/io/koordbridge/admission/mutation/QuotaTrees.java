package io.koordbridge.admission.mutation;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Optional;

/** Knows which nodes the quota trees of pods consist of. */
public interface QuotaTrees {

    /** No quota has a tree of its own; what holds without the gate MultiQuotaTree. */
    QuotaTrees NONE = (quotaName, namespace) -> Optional.empty();

    /**
     * Selector of the nodes that a pod has to stay on.
     *
     * @param quotaName quota that the pod names, empty when it names none
     * @param namespace of the pod
     * @return empty when the pod may run anywhere
     */
    Optional<LabelSelector> nodeSelector(String quotaName, String namespace);

    /** Whether the trees are known; before that it is unknown where a pod has to stay. */
    default boolean ready() {
        return true;
    }
}
