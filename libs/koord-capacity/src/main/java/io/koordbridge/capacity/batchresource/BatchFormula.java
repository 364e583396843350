package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import org.jspecify.annotations.Nullable;

/** The formula that holds for a node and for each of its zones; manager specification section 8.3. */
@PureCore
final class BatchFormula {

    private BatchFormula() {}

    /**
     * What is offered.
     *
     * @param capped whether an upper limit in percent took effect
     */
    record Offer(CpuMemory amount, CalculatePolicy cpuPolicy, CalculatePolicy memoryPolicy, boolean capped) {}

    static BatchTerms terms(CpuMemory capacity, NodeOverhead overhead, PodSums pods, ColocationStrategy strategy) {
        CpuMemory margin = CpuMemory.ofMilliAndBytes(
                Rounding.percent(capacity.milliCpu(), 100 - strategy.cpuReclaimThresholdPercent()),
                Rounding.percent(capacity.bytes(), 100 - strategy.memoryReclaimThresholdPercent()));
        CpuMemory reclaimable = capacity.minus(margin);
        return new BatchTerms(
                capacity,
                margin,
                overhead,
                pods,
                reclaimable.minus(overhead.system()).minus(pods.used()).atLeastZero(),
                reclaimable.minus(overhead.reserved()).minus(pods.request()).atLeastZero(),
                reclaimable.minus(overhead.system()).minus(pods.max()).atLeastZero(),
                limit(strategy.batchCPUThresholdPercent(), capacity.milliCpu()),
                limit(strategy.batchMemoryThresholdPercent(), capacity.bytes()));
    }

    static Offer offer(BatchTerms terms, ColocationStrategy strategy) {
        CalculatePolicy cpuPolicy = CalculatePolicy.ofCpu(strategy.cpuCalculatePolicy());
        CalculatePolicy memoryPolicy = CalculatePolicy.ofMemory(strategy.memoryCalculatePolicy());
        CpuMemory chosen = terms.by(cpuPolicy, memoryPolicy);
        CpuMemory limit = CpuMemory.ofMilliAndBytes(orNone(terms.cpuLimitMilli()), orNone(terms.memoryLimitBytes()));
        CpuMemory amount = chosen.min(limit);
        return new Offer(amount, cpuPolicy, memoryPolicy, !amount.equals(chosen));
    }

    private static @Nullable Long limit(@Nullable Long percent, long capacity) {
        return percent == null ? null : Rounding.percent(capacity, percent);
    }

    private static long orNone(@Nullable Long limit) {
        return limit == null ? Long.MAX_VALUE : limit;
    }

    /** What a pod with a metric counts as used: an LSE pod keeps its whole CPU. */
    static CpuMemory used(PodDemand pod, CpuMemory requests, CpuMemory usage) {
        return pod.cpuNotReclaimed() ? new CpuMemory(requests.nanoCpu(), usage.milliBytes()) : usage;
    }
}
