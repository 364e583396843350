package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.kubepods.BatchContainer;
import io.koordbridge.koordlet.kubepods.NormalizationRatio;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Batch resources to limits; specification section 14.4, design 3.29. */
@PureCore
public final class BatchLimitRules {

    /** No normalization. */
    public static final double NO_RATIO = NormalizationRatio.NONE;

    private BatchLimitRules() {}

    /**
     * What holds for all pods of the node.
     *
     * @param quotaOnTier the tier as a whole has the quota, its pods have none
     * @param normalizationRatio how much faster this CPU is than it pretends; not above 1 means none
     */
    public record NodeRule(boolean quotaOnTier, double normalizationRatio) {
        public static final NodeRule PLAIN = new NodeRule(false, NO_RATIO);
    }

    /** The limits of a pod and of those of its containers that ask for batch resources; empty for a pod that is not limited. */
    public static Optional<BatchLimits> limits(PodInfo pod, NodeRule rule) {
        List<BatchContainer> all = pod.batch().containers();
        if (pod.labelQos() != QosClass.BE || all.stream().noneMatch(BatchContainer::asks)) {
            return Optional.empty();
        }
        // The quota of the tier does not reach a pod beside it.
        boolean tierHasQuota = rule.quotaOnTier() && pod.kubeQos() == KubeQos.BEST_EFFORT;
        Map<String, BatchLimits.Values> containers = new HashMap<>();
        all.stream()
                .filter(BatchContainer::asks)
                .forEach(one -> containers.put(
                        one.name(), LimitSum.of(one, tierHasQuota).values(rule.normalizationRatio())));
        LimitSum sum = LimitSum.ofPod(all, pod.batch().overhead(), tierHasQuota);
        return Optional.of(new BatchLimits(sum.values(rule.normalizationRatio()), containers));
    }
}
