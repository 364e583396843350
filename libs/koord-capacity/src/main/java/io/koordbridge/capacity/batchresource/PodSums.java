package io.koordbridge.capacity.batchresource;

/**
 * What high-priority work takes of a node or a zone.
 *
 * @param request requests of high-priority pods
 * @param used their usage, requests where there is no metric, and dangling metrics
 * @param max the larger of both, and dangling metrics
 * @param dangling usage of metrics whose pod is not there
 */
public record PodSums(CpuMemory request, CpuMemory used, CpuMemory max, CpuMemory dangling, Counts counts) {

    /**
     * How many pods and metrics went into the sums.
     *
     * @param usageNotKnown pods whose metric lacks cpu or memory, or shows less than zero, so that their request counts; of a zone always
     *     0
     */
    public record Counts(int highPriorityPods, int podsWithoutMetric, int usageNotKnown, int danglingMetrics) {}
}
