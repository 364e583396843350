package io.koordbridge.capacity.midresource;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeOverhead;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Mid capacity of a node; manager specification section 8.5. */
@PureCore
public final class MidResourceCalculator {

    private static final String STATIC_MODE = "static";

    private MidResourceCalculator() {}

    /** The capacity now, with every term that led to it. */
    public static MidAllotment calculate(NodeSnapshot node, ColocationStrategy strategy, Instant now) {
        NodeUsage usage = node.usage();
        Instant usageAt = usage == null ? null : usage.updateTime();
        if (!node.allocatableShown()) {
            return MidAllotment.reset(Reason.NODE_ALLOCATABLE_MISSING, usageAt);
        }
        Optional<Reason> degraded = ReportCheck.degraded(usage, strategy, now);
        if (degraded.isPresent() || usage == null) {
            return MidAllotment.reset(degraded.orElse(Reason.NODE_METRIC_MISSING), usageAt);
        }
        MidTerms terms = terms(node, usage, strategy);
        CpuMemory offered = terms.offered();
        CpuMemory limit = terms.limit();
        return new MidAllotment(
                Reason.CALCULATED,
                Math.max(Math.min(offered.milliCpu(), limit.milliCpu()), 0),
                Math.max(Math.min(offered.bytes(), limit.bytes()), 0),
                offered.milliCpu() > limit.milliCpu() || offered.bytes() > limit.bytes(),
                terms,
                usageAt);
    }

    private static MidTerms terms(NodeSnapshot node, NodeUsage usage, ColocationStrategy strategy) {
        CpuMemory capacity = node.capacity();
        CpuMemory limit = percent(capacity, strategy.midCPUThresholdPercent(), strategy.midMemoryThresholdPercent());
        List<PodDemand> prodPods = node.pods().stream()
                .filter(pod -> pod.active() && pod.aboveMid())
                .toList();
        CpuMemory prodRequest = prodPods.stream().map(PodDemand::requests).reduce(CpuMemory.ZERO, CpuMemory::plus);
        if (STATIC_MODE.equals(strategy.midReclaimMode())) {
            CpuMemory fixed = percent(
                    capacity, strategy.midStaticCPUReservedPercent(), strategy.midStaticMemoryReservedPercent());
            return new MidTerms(capacity, prodRequest, prodPods.size(), fixed, limit, null);
        }
        MidTerms.Measured measured = measured(node, usage, prodRequest, strategy.midUnallocatedPercent());
        CpuMemory reclaimed = measured.reclaimed();
        CpuMemory offered = CpuMemory.ofMilliAndBytes(reclaimed.milliCpu(), reclaimed.bytes())
                .plus(measured.fromUnallocated());
        return new MidTerms(capacity, prodRequest, prodPods.size(), offered, limit, measured);
    }

    private static MidTerms.Measured measured(
            NodeSnapshot node, NodeUsage usage, CpuMemory prodRequest, long unallocatedPercent) {
        CpuMemory capacity = node.capacity();
        CpuMemory unused = unused(capacity, usage.node());
        CpuMemory reclaimed = usage.prodReclaimable().min(unused).atLeastZero();
        NodeOverhead overhead = NodeOverhead.of(node, usage.system(), usage.hostProd());
        CpuMemory unallocated =
                capacity.minus(overhead.system()).minus(prodRequest).atLeastZero();
        return new MidTerms.Measured(
                usage.prodReclaimable(),
                usage.node(),
                unused,
                reclaimed,
                overhead,
                unallocated,
                percent(unallocated, unallocatedPercent, unallocatedPercent));
    }

    private static CpuMemory unused(CpuMemory capacity, @Nullable CpuMemory used) {
        return used == null ? CpuMemory.ZERO : capacity.minus(used);
    }

    /** Whole milli-cores and bytes; truncated. */
    private static CpuMemory percent(CpuMemory amount, long cpuPercent, long memoryPercent) {
        return CpuMemory.ofMilliAndBytes(
                Rounding.percent(amount.milliCpu(), cpuPercent), Rounding.percent(amount.bytes(), memoryPercent));
    }
}
