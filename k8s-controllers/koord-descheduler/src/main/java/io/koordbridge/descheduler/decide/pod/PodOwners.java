package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * Owners of a pod.
 *
 * @param any whether there is an owner reference at all: without one the pod is bare
 * @param daemonSet whether a DaemonSet owns the pod
 * @param controller the owner reference with {@code controller: true}
 */
@PureCore
public record PodOwners(
        boolean any, boolean daemonSet, @Nullable OwnerRef controller) {

    /** A bare pod. */
    public static final PodOwners NONE = new PodOwners(false, false, null);
}
