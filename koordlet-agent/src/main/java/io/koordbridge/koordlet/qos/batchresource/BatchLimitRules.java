package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.kubepods.BatchAmounts;
import io.koordbridge.koordlet.kubepods.KubeletLimits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Batch resources to limits; specification section 14.4. */
@PureCore
public final class BatchLimitRules {

    /** No normalization. */
    public static final double NO_RATIO = -1;

    private static final double RATIO_STEP = 0.01;

    private BatchLimitRules() {}

    /**
     * What holds for all pods of the node.
     *
     * @param quotaOnTier the tier as a whole has the quota, pods have none
     * @param normalizationRatio how much faster this CPU is than it pretends; not above 1 means none
     */
    public record NodeRule(boolean quotaOnTier, double normalizationRatio) {
        public static final NodeRule PLAIN = new NodeRule(false, NO_RATIO);
    }

    /** The limits of a pod; empty for a pod that is not limited. */
    public static Optional<BatchLimits> limits(PodInfo pod, NodeRule rule) {
        if (pod.labelQos() != QosClass.BE || pod.batch().byContainer().isEmpty()) {
            return Optional.empty();
        }
        Map<String, BatchAmounts> batch = pod.batch().byContainer().get();
        Map<String, BatchLimits.Values> containers = new HashMap<>();
        long requestMilli = 0;
        long limitMilli = 0;
        long limitBytes = 0;
        boolean cpuLimited = true;
        boolean memoryLimited = true;
        for (Map.Entry<String, BatchAmounts> one : batch.entrySet()) {
            BatchAmounts amounts = one.getValue();
            containers.put(
                    one.getKey(), container(amounts, rule, pod.batch().kubelet().of(one.getKey())));
            requestMilli += Math.max(0, amounts.requestMilliCpu());
            limitMilli += Math.max(0, amounts.limitMilliCpu());
            limitBytes += Math.max(0, amounts.limitBytes());
            cpuLimited &= amounts.limitMilliCpu() > 0;
            memoryLimited &= amounts.limitBytes() > 0;
        }
        BatchLimits.Values podValues = new BatchLimits.Values(
                CgroupFormat.sharesOfMilli(requestMilli),
                cpuLimited ? quota(limitMilli, rule) : CgroupFormat.UNLIMITED,
                memoryLimited ? limitBytes : CgroupFormat.UNLIMITED);
        return Optional.of(
                new BatchLimits(within(podValues, pod.batch().kubelet().ofPod()), containers));
    }

    private static BatchLimits.Values container(BatchAmounts amounts, NodeRule rule, KubeletLimits.Amounts kubelet) {
        BatchLimits.Values values = new BatchLimits.Values(
                CgroupFormat.sharesOfMilli(amounts.requestMilliCpu()),
                quota(amounts.limitMilliCpu(), rule),
                amounts.limitBytes() > 0 ? amounts.limitBytes() : CgroupFormat.UNLIMITED);
        return within(values, kubelet);
    }

    /** Never wider than what the kubelet gave: a pod could lift its own limits by asking for batch resources. */
    private static BatchLimits.Values within(BatchLimits.Values values, KubeletLimits.Amounts kubelet) {
        return new BatchLimits.Values(
                values.cpuShares(),
                tighter(values.quotaMicros(), CgroupFormat.quotaOfMilli(kubelet.milliCpu())),
                tighter(values.memoryLimitBytes(), kubelet.bytes() > 0 ? kubelet.bytes() : CgroupFormat.UNLIMITED));
    }

    private static long tighter(long one, long other) {
        if (one == CgroupFormat.UNLIMITED || other == CgroupFormat.UNLIMITED) {
            return Math.max(one, other);
        }
        return Math.min(one, other);
    }

    private static long quota(long limitMilli, NodeRule rule) {
        if (rule.quotaOnTier()) {
            return CgroupFormat.UNLIMITED;
        }
        long quota = CgroupFormat.quotaOfMilli(limitMilli);
        return quota > 0 && rule.normalizationRatio() > 1 ? (long) Math.ceil(quota / rule.normalizationRatio()) : quota;
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
