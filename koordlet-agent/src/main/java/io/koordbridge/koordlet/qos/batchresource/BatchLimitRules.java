package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.kubepods.BatchContainer;
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
    public static final double NO_RATIO = -1;

    private static final double RATIO_STEP = 0.01;

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
        if (pod.labelQos() != QosClass.BE || all.isEmpty()) {
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

    /**
     * The ratio to use from now on.
     *
     * @param text of the annotation; empty when absent
     * @throws IllegalArgumentException when the text is not a number above 0
     */
    public static double ratio(Optional<String> text, double before) {
        double ratio = text.map(BatchLimitRules::parse).orElse(NO_RATIO);
        return Math.abs(ratio - before) < RATIO_STEP ? before : ratio;
    }

    private static double parse(String text) {
        try {
            double ratio = Double.parseDouble(text.trim());
            if (ratio > 0 && Double.isFinite(ratio)) {
                return ratio;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "': want a number above 0", e);
        }
        throw new IllegalArgumentException("'" + text + "': want a number above 0");
    }
}
