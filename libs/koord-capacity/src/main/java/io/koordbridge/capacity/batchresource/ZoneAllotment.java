package io.koordbridge.capacity.batchresource;

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
    private static final long MILLI_PER_BYTE = 1000;

    /** The same calculation with other amounts published. */
    public ZoneAllotment publishing(long newMilliCpu, long newBytes) {
        return new ZoneAllotment(zone, newMilliCpu, newBytes * MILLI_PER_BYTE, capped, terms);
    }

    /** Batch-memory in whole bytes, rounded down. */
    public long wholeBytes() {
        return milliBytes / MILLI_PER_BYTE;
    }

    /** Batch-memory in bytes. */
    public BigDecimal bytes() {
        return BigDecimal.valueOf(milliBytes, MILLI_DIGITS);
    }
}
