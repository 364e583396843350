package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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
        BatchTerms terms = BatchFormula.terms(parts(node, usage), strategy);
        BatchFormula.Offer offer = BatchFormula.offer(terms, strategy);
        return new BatchAllotment(
                Reason.CALCULATED,
                offer.amount().milliCpu(),
                offer.amount().bytes(),
                offer.cpuPolicy(),
                offer.memoryPolicy(),
                offer.capped(),
                terms,
                usage.updateTime());
    }

    private static BatchFormula.Parts parts(NodeSnapshot node, NodeUsage usage) {
        CpuMemory kubeletReserved = node.capacity().minus(node.allocatable()).atLeastZero();
        return new BatchFormula.Parts(
                node.capacity(),
                node.annotationReserved(),
                kubeletReserved,
                kubeletReserved.max(node.annotationReserved()),
                usage.system(),
                usage.hostHighPriority(),
                usage.system().plus(usage.hostHighPriority()),
                sums(node, usage));
    }

    private static PodSums sums(NodeSnapshot node, NodeUsage usage) {
        Map<String, PodUsage> unmatched = new HashMap<>();
        usage.pods().forEach(metric -> unmatched.put(metric.key(), metric));
        CpuMemory request = CpuMemory.ZERO;
        CpuMemory used = CpuMemory.ZERO;
        CpuMemory max = CpuMemory.ZERO;
        int counted = 0;
        int missing = 0;
        for (PodDemand pod : node.pods()) {
            PodUsage metric = pod.active() ? unmatched.remove(pod.key()) : null;
            if (!pod.active() || !pod.highPriority()) {
                continue;
            }
            counted++;
            request = request.plus(pod.requests());
            if (metric == null) {
                missing++;
                used = used.plus(pod.requests());
            } else {
                used = used.plus(BatchFormula.used(pod, pod.requests(), metric.usage()));
                max = max.plus(pod.requests().max(metric.usage()));
            }
        }
        CpuMemory dangling = CpuMemory.ZERO;
        int danglingCount = 0;
        for (PodUsage metric : unmatched.values()) {
            if (!metric.lowPriority()) {
                dangling = dangling.plus(metric.usage());
                danglingCount++;
            }
        }
        return new PodSums(
                request,
                used.plus(dangling),
                max.plus(dangling),
                dangling,
                new BatchTerms.Counts(counted, missing, danglingCount));
    }
}
