package io.koordbridge.manager.quota.webhook;

import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.quota.topology.PodQuestion;
import java.util.Optional;

/** Knows whether quotas have pods. */
public interface QuotaPods {

    /** Whether any pod belongs to a quota; empty while the pods are not known. */
    Optional<Boolean> belong(PodQuestion question);

    /** From the pod watch of the process. */
    static QuotaPods of(ClusterView view) {
        return question -> view.synced()
                ? Optional.of(view.hasPodsOfQuota(question.quota())
                        || question.namespaces().stream().anyMatch(view::hasPodsIn))
                : Optional.empty();
    }
}
