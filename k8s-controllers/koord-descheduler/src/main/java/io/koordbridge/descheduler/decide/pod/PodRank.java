package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import org.jspecify.annotations.Nullable;

/**
 * What ranks pods for eviction; descheduler specification section 5.2.
 *
 * @param priorityClass with default
 * @param priority {@code spec.priority}
 * @param kubeQos of the status, else computed
 * @param qos with default
 * @param deletionCost of {@code controller.kubernetes.io/pod-deletion-cost}, 0 when absent or malformed
 * @param evictionCost of {@code scheduling.koordinator.sh/eviction-cost}, 0 when absent or malformed
 */
@PureCore
public record PodRank(
        PriorityClass priorityClass,
        @Nullable Integer priority,
        KubeQos kubeQos,
        QosClass qos,
        int deletionCost,
        int evictionCost) {

    /** An eviction cost that forbids every eviction. */
    public static final int NEVER_EVICT = Integer.MAX_VALUE;
}
