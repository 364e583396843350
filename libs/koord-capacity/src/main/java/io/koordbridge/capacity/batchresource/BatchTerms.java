package io.koordbridge.capacity.batchresource;

import org.jspecify.annotations.Nullable;

/**
 * Every term of the formula, in the names of manager specification section 8.3.
 *
 * @param highPriorityRequest requests of high-priority pods
 * @param highPriorityUsed their usage; requests where there is no metric
 * @param highPriorityMax the larger of both for pods with metric
 * @param dangling usage of metrics whose pod is not there
 * @param cpuLimitMilli upper limit of batch CPU, null for none
 * @param memoryLimitBytes upper limit of batch memory, null for none
 */
public record BatchTerms(
        CpuMemory capacity,
        CpuMemory margin,
        CpuMemory annotationReserved,
        CpuMemory kubeletReserved,
        CpuMemory reserved,
        CpuMemory systemUsed,
        CpuMemory hostHighPriority,
        CpuMemory system,
        CpuMemory highPriorityRequest,
        CpuMemory highPriorityUsed,
        CpuMemory highPriorityMax,
        CpuMemory dangling,
        CpuMemory byUsage,
        CpuMemory byRequest,
        CpuMemory byMaxUsageRequest,
        @Nullable Long cpuLimitMilli,
        @Nullable Long memoryLimitBytes,
        Counts counts) {

    /** How many pods and metrics went into the terms. */
    public record Counts(int highPriorityPods, int podsWithoutMetric, int danglingMetrics) {}
}
