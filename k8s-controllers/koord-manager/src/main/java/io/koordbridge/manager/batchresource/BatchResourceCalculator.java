package io.koordbridge.manager.batchresource;

import io.koordbridge.manager.batchresource.BatchAllotment.Reason;
import io.koordbridge.manager.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Batch capacity of a node; manager specification sections 8.2 and 8.3. */
@PureCore
public final class BatchResourceCalculator {

    private BatchResourceCalculator() {}

    /** The capacity now, with every term that led to it. */
    public static BatchAllotment calculate(NodeSnapshot node, ColocationStrategy strategy, Instant now) {
        NodeUsage usage = node.usage();
        Optional<Reason> degraded = ReportCheck.degraded(usage, strategy, now);
        if (degraded.isPresent() || usage == null) {
            return BatchAllotment.reset(
                    degraded.orElse(Reason.NODE_METRIC_MISSING), usage == null ? null : usage.updateTime());
        }
        BatchTerms terms = terms(node, usage, strategy);
        CalculatePolicy cpuPolicy = CalculatePolicy.ofCpu(strategy.cpuCalculatePolicy());
        CalculatePolicy memoryPolicy = CalculatePolicy.ofMemory(strategy.memoryCalculatePolicy());
        long milliCpu = choose(cpuPolicy, terms).milliCpu();
        long bytes = choose(memoryPolicy, terms).bytes();
        long cpuLimit =
                limit(strategy.batchCPUThresholdPercent(), node.capacity().milliCpu());
        long memoryLimit =
                limit(strategy.batchMemoryThresholdPercent(), node.capacity().bytes());
        return new BatchAllotment(
                Reason.CALCULATED,
                Math.min(milliCpu, cpuLimit),
                Math.min(bytes, memoryLimit),
                cpuPolicy,
                memoryPolicy,
                milliCpu > cpuLimit || bytes > memoryLimit,
                terms,
                usage.updateTime());
    }

    private static BatchTerms terms(NodeSnapshot node, NodeUsage usage, ColocationStrategy strategy) {
        PodSums pods = PodSums.of(node, usage);
        CpuMemory capacity = node.capacity();
        CpuMemory margin = CpuMemory.ofMilliAndBytes(
                Truncation.scale(capacity.milliCpu(), (100 - strategy.cpuReclaimThresholdPercent()) / 100.0),
                Truncation.scale(capacity.bytes(), (100 - strategy.memoryReclaimThresholdPercent()) / 100.0));
        CpuMemory kubeletReserved = capacity.minus(node.allocatable()).atLeastZero();
        CpuMemory reserved = kubeletReserved.max(node.annotationReserved());
        CpuMemory system = usage.system().plus(usage.hostHighPriority()).max(reserved);
        CpuMemory sellable = capacity.minus(margin);
        return new BatchTerms(
                capacity,
                margin,
                node.annotationReserved(),
                kubeletReserved,
                reserved,
                usage.system(),
                usage.hostHighPriority(),
                system,
                pods.request,
                pods.used,
                pods.max,
                pods.dangling,
                sellable.minus(system).minus(pods.used).atLeastZero(),
                sellable.minus(reserved).minus(pods.request).atLeastZero(),
                sellable.minus(system).minus(pods.max).atLeastZero(),
                new BatchTerms.Counts(pods.highPriorityPods, pods.withoutMetric, pods.danglingMetrics));
    }

    private static CpuMemory choose(CalculatePolicy policy, BatchTerms terms) {
        return switch (policy) {
            case USAGE -> terms.byUsage();
            case REQUEST -> terms.byRequest();
            case MAX_USAGE_REQUEST -> terms.byMaxUsageRequest();
        };
    }

    private static long limit(@Nullable Long percent, long capacity) {
        return percent == null ? Long.MAX_VALUE : Truncation.scale(capacity, percent / 100.0);
    }

    /** Sums over pods and metrics. */
    private static final class PodSums {

        private final CpuMemory request;
        private final CpuMemory used;
        private final CpuMemory max;
        private final CpuMemory dangling;
        private final int highPriorityPods;
        private final int withoutMetric;
        private final int danglingMetrics;

        private PodSums(NodeSnapshot node, Map<String, PodUsage> unmatched) {
            CpuMemory requestSum = CpuMemory.ZERO;
            CpuMemory usedSum = CpuMemory.ZERO;
            CpuMemory maxSum = CpuMemory.ZERO;
            int counted = 0;
            int missing = 0;
            for (PodDemand pod : node.pods()) {
                PodUsage metric = pod.active() ? unmatched.remove(pod.key()) : null;
                if (!pod.active() || !pod.highPriority()) {
                    continue;
                }
                counted++;
                requestSum = requestSum.plus(pod.requests());
                if (metric == null) {
                    missing++;
                    usedSum = usedSum.plus(pod.requests());
                } else {
                    usedSum = usedSum.plus(used(pod, metric.usage()));
                    maxSum = maxSum.plus(pod.requests().max(metric.usage()));
                }
            }
            CpuMemory danglingSum = CpuMemory.ZERO;
            int danglingCount = 0;
            for (PodUsage metric : unmatched.values()) {
                if (!metric.lowPriority()) {
                    danglingSum = danglingSum.plus(metric.usage());
                    danglingCount++;
                }
            }
            this.request = requestSum;
            this.used = usedSum.plus(danglingSum);
            this.max = maxSum.plus(danglingSum);
            this.dangling = danglingSum;
            this.highPriorityPods = counted;
            this.withoutMetric = missing;
            this.danglingMetrics = danglingCount;
        }

        static PodSums of(NodeSnapshot node, NodeUsage usage) {
            Map<String, PodUsage> unmatched = new HashMap<>();
            usage.pods().forEach(metric -> unmatched.put(metric.key(), metric));
            return new PodSums(node, unmatched);
        }

        private static CpuMemory used(PodDemand pod, CpuMemory usage) {
            return pod.cpuNotReclaimed() ? new CpuMemory(pod.requests().nanoCpu(), usage.milliBytes()) : usage;
        }
    }
}
