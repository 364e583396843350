package io.koordbridge.colo.cluster;

import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which replica is asked. */
@PureCore
final class LeaderPod {

    private LeaderPod() {}

    /** A replica. */
    record Replica(String pod, boolean ready) {}

    /**
     * The pod whose name begins the holder of the Lease; without one the first that is ready, because every replica answers who leads.
     *
     * @param holder {@code holderIdentity} of the Lease: the pod's name, and more behind an underscore
     * @return empty if no replica can answer
     */
    static Optional<String> of(@Nullable String holder, List<Replica> replicas) {
        Optional<String> leader = replicas.stream()
                .map(Replica::pod)
                .filter(pod -> holder != null && (holder.equals(pod) || holder.startsWith(pod + "_")))
                .findFirst();
        return leader.or(
                () -> replicas.stream().filter(Replica::ready).map(Replica::pod).min(Comparator.naturalOrder()));
    }
}
