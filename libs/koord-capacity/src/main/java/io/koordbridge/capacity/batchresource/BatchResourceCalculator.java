package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
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
        PodSummation sums = new PodSummation(false);
        PodSummation.through(node, usage, sums::addPod, sums::addDangling);
        NodeOverhead overhead = NodeOverhead.of(node, usage.system(), usage.hostHighPriority());
        BatchTerms terms = BatchFormula.terms(node.capacity(), overhead, sums.total(), strategy);
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
}
