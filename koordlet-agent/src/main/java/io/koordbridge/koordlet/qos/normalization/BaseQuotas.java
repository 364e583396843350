package io.koordbridge.koordlet.qos.normalization;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.kubepods.BatchContainer;
import io.koordbridge.koordlet.kubepods.BatchContainer.Role;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Quotas of a pod as the kubelet makes them of its limits.
 *
 * @param podMicros -1 as soon as one container has no limit
 * @param containers those with a limit, by name
 */
@PureCore
public record BaseQuotas(long podMicros, Map<String, Long> containers) {

    public BaseQuotas {
        containers = Map.copyOf(containers);
    }

    /**
     * Quotas of a pod on shared CPUs that has not finished: of class LS or without a class. Empty of all others, and while limits are not known.
     *
     * @param periodMicros of the files
     */
    public static Optional<BaseQuotas> of(PodInfo pod, long periodMicros) {
        List<BatchContainer> all = pod.batch().containers();
        boolean shares = (pod.labelQos() == QosClass.LS || pod.labelQos() == QosClass.NONE) && !pod.ownsCpus();
        if (pod.finished() || !shares || all.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Long> containers = new HashMap<>();
        for (BatchContainer one : all) {
            long milli = one.plain().milliCpu();
            if (milli > 0) {
                containers.put(one.name(), quota(milli, periodMicros));
            }
        }
        boolean limited = all.stream().allMatch(one -> one.plain().milliCpu() > 0);
        long sum = ofPod(all) + pod.batch().overhead().milliCpu();
        return Optional.of(new BaseQuotas(limited ? quota(sum, periodMicros) : CgroupFormat.UNLIMITED, containers));
    }

    /** Containers and sidecars together, or an init container with the sidecars before it where that is more. */
    private static long ofPod(List<BatchContainer> all) {
        long together = 0;
        long largestInit = 0;
        for (BatchContainer one : all) {
            if (one.role() == Role.INIT) {
                largestInit = Math.max(largestInit, together + one.plain().milliCpu());
            } else {
                together += one.plain().milliCpu();
            }
        }
        return Math.max(together, largestInit);
    }

    private static long quota(long milliCpu, long periodMicros) {
        return Math.max(CgroupFormat.MIN_QUOTA_MICROS, milliCpu * periodMicros / 1000);
    }
}
