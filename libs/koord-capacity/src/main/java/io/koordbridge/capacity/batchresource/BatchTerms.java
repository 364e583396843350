package io.koordbridge.capacity.batchresource;

import org.jspecify.annotations.Nullable;

/**
 * Every term of the formula, in the names of manager specification section 8.3.
 *
 * @param overhead what system, host applications and reservations take
 * @param pods what high-priority pods take
 * @param cpuLimitMilli upper limit of batch CPU, null for none
 * @param memoryLimitBytes upper limit of batch memory, null for none
 */
public record BatchTerms(
        CpuMemory capacity,
        CpuMemory margin,
        NodeOverhead overhead,
        PodSums pods,
        CpuMemory byUsage,
        CpuMemory byRequest,
        CpuMemory byMaxUsageRequest,
        @Nullable Long cpuLimitMilli,
        @Nullable Long memoryLimitBytes) {

    /** The amount that a policy gives, before the upper limits; CPU and memory by their own. */
    public CpuMemory by(CalculatePolicy cpu, CalculatePolicy memory) {
        return new CpuMemory(by(cpu).nanoCpu(), by(memory).milliBytes());
    }

    /** The amount that a policy gives, before the upper limits. */
    public CpuMemory by(CalculatePolicy policy) {
        return switch (policy) {
            case USAGE -> byUsage;
            case REQUEST -> byRequest;
            case MAX_USAGE_REQUEST -> byMaxUsageRequest;
        };
    }
}
