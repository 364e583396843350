package io.koordbridge.policy.amount;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of batch resources.
 *
 * @param milliCpu thousandths of a core
 * @param bytes memory
 */
public record BatchAmount(long milliCpu, long bytes) {

    public static final BatchAmount ZERO = new BatchAmount(0, 0);

    private static final int MILLI_DIGITS = 3;
    private static final BigDecimal GIBIBYTE = BigDecimal.valueOf(1L << 30);

    /** The largest amount the operator counts with; more is clamped. */
    public static final long LIMIT = 1L << 53;

    /** The same amount within 0 and {@link #LIMIT}. */
    public BatchAmount clamped() {
        return new BatchAmount(clamp(milliCpu), clamp(bytes));
    }

    /** Sum of both dimensions. */
    public BatchAmount plus(BatchAmount other) {
        return new BatchAmount(milliCpu + other.milliCpu, bytes + other.bytes);
    }

    /** Difference of both dimensions, which may be negative. */
    public BatchAmount minus(BatchAmount other) {
        return new BatchAmount(milliCpu - other.milliCpu, bytes - other.bytes);
    }

    /** The part of each dimension above 0. */
    public BatchAmount positive() {
        return new BatchAmount(Math.max(milliCpu, 0), Math.max(bytes, 0));
    }

    /** The larger of each dimension. */
    public BatchAmount max(BatchAmount other) {
        return new BatchAmount(Math.max(milliCpu, other.milliCpu), Math.max(bytes, other.bytes));
    }

    /** Whether no dimension is above the other's. */
    public boolean fitsIn(BatchAmount other) {
        return milliCpu <= other.milliCpu && bytes <= other.bytes;
    }

    /** In cores and GiB, with two decimals at most, for people. */
    public String text() {
        return rounded(BigDecimal.valueOf(milliCpu, MILLI_DIGITS)) + " cores/"
                + rounded(BigDecimal.valueOf(bytes).divide(GIBIBYTE, 2, RoundingMode.HALF_UP)) + " GiB";
    }

    private static String rounded(BigDecimal amount) {
        BigDecimal two = amount.setScale(2, RoundingMode.HALF_UP);
        return two.signum() == 0 ? "0" : two.stripTrailingZeros().toPlainString();
    }

    private static long clamp(long value) {
        return Math.max(0, Math.min(value, LIMIT));
    }
}
