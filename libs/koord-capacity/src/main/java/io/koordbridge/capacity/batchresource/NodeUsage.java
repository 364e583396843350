package io.koordbridge.capacity.batchresource;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent reported.
 *
 * @param updateTime null when it never reported
 * @param hasNodeMetric whether the report holds the node's own part
 * @param system usage of the node outside pods and host applications
 * @param pods usage by pod, in the order reported
 * @param hostHighPriority usage of host applications of class prod and mid
 * @param hostProd usage of host applications of class prod
 * @param node usage of the whole node, null unless both cpu and memory were reported
 * @param prodReclaimable what prod pods request but are predicted not to need; zero when not reported
 */
public record NodeUsage(
        @Nullable Instant updateTime,
        boolean hasNodeMetric,
        CpuMemory system,
        List<PodUsage> pods,
        CpuMemory hostHighPriority,
        CpuMemory hostProd,
        @Nullable CpuMemory node,
        CpuMemory prodReclaimable) {

    /** The usage of a node whose agent did not report yet. */
    public static final NodeUsage NEVER_REPORTED =
            new NodeUsage(null, false, CpuMemory.ZERO, List.of(), CpuMemory.ZERO, CpuMemory.ZERO, null, CpuMemory.ZERO);

    public NodeUsage {
        pods = List.copyOf(pods);
    }

    /** The same report with other usages of the system and of pods, and another prediction. */
    public NodeUsage with(CpuMemory newSystem, CpuMemory newReclaimable, List<PodUsage> newPods) {
        return new NodeUsage(
                updateTime, hasNodeMetric, newSystem, newPods, hostHighPriority, hostProd, node, newReclaimable);
    }

    /**
     * Usage of one pod.
     *
     * @param key namespace/name
     * @param lowPriority class batch or free, as reported
     */
    public record PodUsage(String key, CpuMemory usage, boolean lowPriority) {}
}
