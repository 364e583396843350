package io.koordbridge.manager.batchresource;

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
 */
public record NodeUsage(
        @Nullable Instant updateTime,
        boolean hasNodeMetric,
        CpuMemory system,
        List<PodUsage> pods,
        CpuMemory hostHighPriority) {

    public NodeUsage {
        pods = List.copyOf(pods);
    }

    /**
     * Usage of one pod.
     *
     * @param key namespace/name
     * @param lowPriority class batch or free, as reported
     */
    public record PodUsage(String key, CpuMemory usage, boolean lowPriority) {}
}
