package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Map;

/**
 * What the decisions read of a pod. Small, because a cluster has many: equal parts are shared.
 *
 * @param nodeName empty while it is not scheduled
 * @param created creation time, {@link Instant#EPOCH} when absent
 * @param labels as received
 */
@PureCore
public record PodFacts(
        PodRef ref,
        String nodeName,
        Instant created,
        Map<String, String> labels,
        PodOwners owners,
        PodRank rank,
        PodState state,
        PodGuards guards,
        PodFit fit) {

    public PodFacts {
        labels = Map.copyOf(labels);
    }
}
