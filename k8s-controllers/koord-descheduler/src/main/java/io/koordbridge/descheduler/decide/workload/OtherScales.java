package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import java.util.Optional;

/** Sizes of owners that are not of a built-in kind, read through their scale sub-resource. */
@FunctionalInterface
public interface OtherScales {

    /**
     * The scale that an owner of this name has now.
     *
     * @return with the uid of the object that was found; 0 replicas for a known kind without a scale, or without such an object;
     *     empty when the kind is unknown, or its scale is not known yet
     */
    Optional<Scale> scale(String namespace, OwnerRef owner);
}
