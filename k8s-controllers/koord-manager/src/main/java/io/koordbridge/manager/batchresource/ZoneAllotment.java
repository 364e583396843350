package io.koordbridge.manager.batchresource;

import java.math.BigDecimal;

/**
 * Batch capacity of one NUMA zone before normalization.
 *
 * @param milliCpu batch-cpu
 * @param milliBytes batch-memory in thousandths of a byte
 * @param capped whether an upper limit in percent took effect
 */
public record ZoneAllotment(String zone, long milliCpu, long milliBytes, boolean capped, BatchTerms terms) {

    private static final int MILLI_DIGITS = 3;

    /** Batch-memory in bytes. */
    public BigDecimal bytes() {
        return BigDecimal.valueOf(milliBytes, MILLI_DIGITS);
    }
}
