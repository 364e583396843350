package io.koordbridge.manager.handlers.podvalidation;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What pod validation asks those who know the quotas. */
public interface PodQuotas {

    /** Whether the caches behind the answers are filled. */
    boolean ready();

    /**
     * The quota of a pod if that is known and a parent, whose pods are refused; the default quota takes any pod.
     *
     * @param namespace of the pod
     */
    Optional<String> parentQuota(Pod pod, String namespace);

    /**
     * The quota that a pod names by its label if that is known and does not serve the pod's namespace.
     *
     * @param namespace of the pod
     */
    Optional<String> foreignQuota(Pod pod, String namespace);

    /**
     * Evaluates the pod's requests against its quota.
     *
     * @param before the pod before an update, null on creation
     * @param deadline by when the caller wants the answer
     * @return why it is refused, empty when it fits or nothing is evaluated
     */
    Optional<String> admit(Pod pod, @Nullable Pod before, String namespace, CallerDeadline deadline);

    /** No quotas at all. */
    PodQuotas NONE = new PodQuotas() {
        @Override
        public boolean ready() {
            return true;
        }

        @Override
        public Optional<String> parentQuota(Pod pod, String namespace) {
            return Optional.empty();
        }

        @Override
        public Optional<String> foreignQuota(Pod pod, String namespace) {
            return Optional.empty();
        }

        @Override
        public Optional<String> admit(Pod pod, @Nullable Pod before, String namespace, CallerDeadline deadline) {
            return Optional.empty();
        }
    };
}
