package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import org.jspecify.annotations.Nullable;

/** The formula that holds for a node and for each of its zones; manager specification section 8.3. */
@PureCore
final class BatchFormula {

    private BatchFormula() {}

    /**
     * What the formula is applied to.
     *
     * @param reserved the larger of both reservations
     * @param taken what the system and high-priority host applications use together
     */
    record Parts(
            CpuMemory capacity,
            CpuMemory annotationReserved,
            CpuMemory kubeletReserved,
            CpuMemory reserved,
            CpuMemory systemUsed,
            CpuMemory hostHighPriority,
            CpuMemory taken,
            PodSums pods) {}

    /**
     * What is offered.
     *
     * @param capped whether an upper limit in percent took effect
     */
    record Offer(CpuMemory amount, CalculatePolicy cpuPolicy, CalculatePolicy memoryPolicy, boolean capped) {}

    static BatchTerms terms(Parts parts, ColocationStrategy strategy) {
        CpuMemory capacity = parts.capacity();
        CpuMemory margin = CpuMemory.ofMilliAndBytes(
                Truncation.scale(capacity.milliCpu(), (100 - strategy.cpuReclaimThresholdPercent()) / 100.0),
                Truncation.scale(capacity.bytes(), (100 - strategy.memoryReclaimThresholdPercent()) / 100.0));
        CpuMemory system = parts.taken().max(parts.reserved());
        CpuMemory sellable = capacity.minus(margin);
        PodSums pods = parts.pods();
        return new BatchTerms(
                capacity,
                margin,
                parts.annotationReserved(),
                parts.kubeletReserved(),
                parts.reserved(),
                parts.systemUsed(),
                parts.hostHighPriority(),
                system,
                pods.request(),
                pods.used(),
                pods.max(),
                pods.dangling(),
                sellable.minus(system).minus(pods.used()).atLeastZero(),
                sellable.minus(parts.reserved()).minus(pods.request()).atLeastZero(),
                sellable.minus(system).minus(pods.max()).atLeastZero(),
                limit(strategy.batchCPUThresholdPercent(), capacity.milliCpu()),
                limit(strategy.batchMemoryThresholdPercent(), capacity.bytes()),
                pods.counts());
    }

    static Offer offer(BatchTerms terms, ColocationStrategy strategy) {
        CalculatePolicy cpuPolicy = CalculatePolicy.ofCpu(strategy.cpuCalculatePolicy());
        CalculatePolicy memoryPolicy = CalculatePolicy.ofMemory(strategy.memoryCalculatePolicy());
        CpuMemory chosen = new CpuMemory(
                choose(cpuPolicy, terms).nanoCpu(), choose(memoryPolicy, terms).milliBytes());
        CpuMemory limit = CpuMemory.ofMilliAndBytes(orNone(terms.cpuLimitMilli()), orNone(terms.memoryLimitBytes()));
        CpuMemory amount = chosen.min(limit);
        return new Offer(amount, cpuPolicy, memoryPolicy, !amount.equals(chosen));
    }

    private static CpuMemory choose(CalculatePolicy policy, BatchTerms terms) {
        return switch (policy) {
            case USAGE -> terms.byUsage();
            case REQUEST -> terms.byRequest();
            case MAX_USAGE_REQUEST -> terms.byMaxUsageRequest();
        };
    }

    private static @Nullable Long limit(@Nullable Long percent, long capacity) {
        return percent == null ? null : Truncation.scale(capacity, percent / 100.0);
    }

    private static long orNone(@Nullable Long limit) {
        return limit == null ? Long.MAX_VALUE : limit;
    }

    /** What a pod with a metric counts as used: an LSE pod keeps its whole CPU. */
    static CpuMemory used(PodDemand pod, CpuMemory requests, CpuMemory usage) {
        return pod.cpuNotReclaimed() ? new CpuMemory(requests.nanoCpu(), usage.milliBytes()) : usage;
    }
}
