package io.koordbridge.capacity.damping;

import io.koordbridge.protocol.PureCore;

/**
 * Batch or mid capacity as others see it, in the unit of the calculation: before normalization.
 *
 * @param milliCpu what is shown, 0 when absent
 * @param bytes what is shown, 0 when absent
 * @param heldMilliCpu what pods and third parties hold of it
 * @param heldBytes what pods and third parties hold of it
 */
@PureCore
public record ShownCapacity(long milliCpu, long bytes, long heldMilliCpu, long heldBytes) {

    /** Nothing is shown. */
    public static final ShownCapacity NOTHING = new ShownCapacity(0, 0, 0, 0);

    private static final double FLOAT_ERROR = 1e-6;

    /**
     * From shown amounts whose CPU is normalized.
     *
     * @param ratio factor that the node's CPU was scaled by; takes effect above 1 only
     */
    public static ShownCapacity ofNormalized(
            long milliCpu, long bytes, long heldMilliCpu, long heldBytes, double ratio) {
        double factor = ratio > 1 ? ratio : 1;
        return new ShownCapacity(
                (long) Math.floor(milliCpu / factor + FLOAT_ERROR),
                bytes,
                (long) Math.floor(heldMilliCpu / factor + FLOAT_ERROR),
                heldBytes);
    }
}
