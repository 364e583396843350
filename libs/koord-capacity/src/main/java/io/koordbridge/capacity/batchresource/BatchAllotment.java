package io.koordbridge.capacity.batchresource;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Batch capacity before normalization and third parties.
 *
 * @param milliCpu batch-cpu, 0 when reset
 * @param bytes batch-memory, 0 when reset
 * @param cpuPolicy rule that gave the CPU
 * @param memoryPolicy rule that gave the memory
 * @param capped whether an upper limit in percent took effect
 * @param terms null when nothing was calculated
 * @param usageAt time of the report that was used
 */
public record BatchAllotment(
        Reason reason,
        long milliCpu,
        long bytes,
        CalculatePolicy cpuPolicy,
        CalculatePolicy memoryPolicy,
        boolean capped,
        @Nullable BatchTerms terms,
        @Nullable Instant usageAt) {

    /** Why the allotment is what it is. */
    public enum Reason {
        CALCULATED,
        COLOCATION_DISABLED,
        NODE_METRIC_MISSING,
        NODE_METRIC_NEVER_REPORTED,
        NODE_METRIC_STALE,
        NODE_METRIC_INCOMPLETE,
        /** An error: the node shows no allocatable resources. */
        NODE_ALLOCATABLE_MISSING,
        /** The calculation threw: the node keeps what it shows. */
        STAGE_FAILED,
        /** The stage is switched off: the node keeps what it shows. */
        STAGE_OFF,
        /** The calculation has thrown for so long that the report behind what the node shows is too old. */
        CALCULATION_STALE,
        /** Online pods are not protected on the node: it has offered capacity for too long since, or shows none that could stay. */
        UNPROTECTED
    }

    /** An allotment that removes both resources from the node. */
    public static BatchAllotment reset(Reason reason, @Nullable Instant usageAt) {
        return new BatchAllotment(reason, 0, 0, CalculatePolicy.USAGE, CalculatePolicy.USAGE, false, null, usageAt);
    }

    /** The same calculation with other amounts published. */
    public BatchAllotment publishing(long newMilliCpu, long newBytes) {
        return new BatchAllotment(reason, newMilliCpu, newBytes, cpuPolicy, memoryPolicy, capped, terms, usageAt);
    }

    /** Whether there are no amounts; both resources are removed from the node unless they are {@linkplain #isKept kept}. */
    public boolean isReset() {
        return reason != Reason.CALCULATED;
    }

    /** Whether the node keeps what it shows because nothing is or could be calculated. */
    public boolean isKept() {
        return reason == Reason.STAGE_FAILED || reason == Reason.STAGE_OFF;
    }
}
