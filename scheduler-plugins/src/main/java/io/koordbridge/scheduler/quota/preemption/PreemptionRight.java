package io.koordbridge.scheduler.quota.preemption;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import java.util.List;
import java.util.Objects;

/**
 * What a pod says of its preemptions. Quota specification section 8.1.
 *
 * @param never whether its policy forbids them
 * @param nominatedNode where room is being made for it already, empty when it is not
 */
@PureCore
public record PreemptionRight(boolean never, String nominatedNode) {

    /** Of a pod object. */
    public static PreemptionRight of(Pod pod) {
        String policy = pod.getSpec() == null ? null : pod.getSpec().getPreemptionPolicy();
        String node = pod.getStatus() == null ? null : pod.getStatus().getNominatedNodeName();
        return new PreemptionRight("Never".equals(policy), Objects.requireNonNullElse(node, ""));
    }

    /**
     * Whether the pod may preempt now.
     *
     * @param leaving pods of its quota that are on their way out
     */
    public boolean holds(PodQuota pod, List<PodQuota> leaving) {
        return !never
                && leaving.stream()
                        .noneMatch(other -> other.node().equals(nominatedNode)
                                && other.rank().priority() < pod.rank().priority());
    }
}
