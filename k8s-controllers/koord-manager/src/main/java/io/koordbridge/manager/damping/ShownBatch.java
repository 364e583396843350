package io.koordbridge.manager.damping;

import io.koordbridge.protocol.PureCore;

/**
 * Batch resources of a node as others see them, in the unit of the calculation: before normalization.
 *
 * @param milliCpu origin of batch-cpu, 0 when there is none
 * @param bytes origin of batch-memory, 0 when there is none
 * @param heldMilliCpu batch-cpu that pods and third parties hold
 * @param heldBytes batch-memory that pods and third parties hold
 */
@PureCore
public record ShownBatch(long milliCpu, long bytes, long heldMilliCpu, long heldBytes) {

    /** A node without batch resources. */
    public static final ShownBatch NOTHING = new ShownBatch(0, 0, 0, 0);

    private static final double FLOAT_ERROR = 1e-6;

    /**
     * From the amounts on the node, whose CPU is normalized.
     *
     * @param ratio factor that the node's CPU was scaled by; takes effect above 1 only
     */
    public static ShownBatch ofNormalized(
            long originMilliCpu, long originBytes, long heldMilliCpu, long heldBytes, double ratio) {
        double factor = ratio > 1 ? ratio : 1;
        return new ShownBatch(
                (long) Math.floor(originMilliCpu / factor + FLOAT_ERROR),
                originBytes,
                (long) Math.floor(heldMilliCpu / factor + FLOAT_ERROR),
                heldBytes);
    }
}
