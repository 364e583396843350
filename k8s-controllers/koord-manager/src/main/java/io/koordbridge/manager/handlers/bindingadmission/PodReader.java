package io.koordbridge.manager.handlers.bindingadmission;

import io.koordbridge.manager.handlers.bindingadmission.BindingRules.PodMarks;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.util.Optional;

/** Where labels and annotations of a pod come from. */
@FunctionalInterface
public interface PodReader {

    /** What is known of a pod; empty when it cannot be read by the deadline. */
    Optional<PodMarks> marks(String namespace, String name, CallerDeadline deadline);
}
