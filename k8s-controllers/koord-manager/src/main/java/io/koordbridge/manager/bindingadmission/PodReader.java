package io.koordbridge.manager.bindingadmission;

import io.koordbridge.manager.bindingadmission.BindingRules.PodMarks;
import java.util.Optional;

/** Where labels and annotations of a pod come from. */
@FunctionalInterface
public interface PodReader {

    /** What is known of a pod; empty when it cannot be read. */
    Optional<PodMarks> marks(String namespace, String name);
}
