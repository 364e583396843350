package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import org.jspecify.annotations.Nullable;

/** Normalizes the CPU and takes off what third parties hold; manager specification section 8.3, node preparation. */
@PureCore
public final class BatchSplitPlanner {

    private static final long THOUSAND = 1000;

    private BatchSplitPlanner() {}

    /**
     * Splits an allotment.
     *
     * @param normalizationRatio factor of the node's CPU; takes effect above 1 only
     */
    public static BatchSplit split(BatchAllotment allotment, double normalizationRatio, ThirdPartyShare thirdParty) {
        return allotment.isReset()
                ? split(null, null, normalizationRatio, thirdParty)
                : split(allotment.milliCpu(), allotment.bytes(), normalizationRatio, thirdParty);
    }

    /**
     * Splits what was calculated; null is not calculated. Third parties are taken off only from a whole calculation.
     *
     * @param normalizationRatio factor of the node's CPU; takes effect above 1 only
     */
    public static BatchSplit split(
            @Nullable Long milliCpu, @Nullable Long bytes, double normalizationRatio, ThirdPartyShare thirdParty) {
        long cpu = milliCpu == null ? 0 : amplified(milliCpu, normalizationRatio);
        long memory = bytes == null ? 0 : bytes;
        boolean whole = milliCpu != null && bytes != null;
        return new BatchSplit(
                milliCpu != null || bytes != null,
                Math.max(cpu, 0),
                Math.max(memory, 0),
                thirdParty,
                rest(cpu, whole ? thirdParty.microCpu() : 0),
                rest(memory, whole ? thirdParty.milliBytes() : 0));
    }

    /** What is left, in thousandths of the origin's unit; nothing is taken off where there is nothing. */
    private static long rest(long amount, long takenThousandths) {
        long thousandths = amount > Long.MAX_VALUE / THOUSAND ? Long.MAX_VALUE : amount * THOUSAND;
        return amount <= 0 ? thousandths : Math.max(thousandths - takenThousandths, 0);
    }

    /** Scaled to thousandths of a milli-core in double arithmetic, then rounded up to whole milli-cores. */
    private static long amplified(long milliCpu, double ratio) {
        if (!(ratio > 1)) {
            return milliCpu;
        }
        long thousandths = Math.min(milliCpu, Long.MAX_VALUE / THOUSAND) * THOUSAND;
        return Rounding.divAwayFromZero(Rounding.truncated(thousandths, ratio), THOUSAND);
    }
}
