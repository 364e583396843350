package io.koordbridge.manager.noderesource;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last calculation for a node, kept so that explaining recomputes nothing.
 *
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param heldMilliCpu batch-cpu that pods on the node request
 * @param heldBytes batch-memory that pods on the node request
 * @param lastWrite the last write of the node by this process, null when there was none
 */
public record NodeExplanation(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        BatchAllotment allotment,
        double normalizationRatio,
        BatchSplit split,
        @Nullable Instant reportSeenAt,
        long heldMilliCpu,
        long heldBytes,
        WriteDecision decision,
        @Nullable LastWrite lastWrite) {

    NodeExplanation withLastWrite(LastWrite write) {
        return new NodeExplanation(
                node,
                calculatedAt,
                strategy,
                allotment,
                normalizationRatio,
                split,
                reportSeenAt,
                heldMilliCpu,
                heldBytes,
                decision,
                write);
    }

    /** A write of the node. */
    public record LastWrite(Instant at, WriteDecision.Reason reason) {}
}
