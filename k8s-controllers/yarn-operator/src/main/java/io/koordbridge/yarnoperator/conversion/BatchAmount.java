package io.koordbridge.yarnoperator.conversion;

/**
 * An amount of batch resources.
 *
 * @param milliCpu thousandths of a core
 * @param bytes memory
 */
public record BatchAmount(long milliCpu, long bytes) {

    public static final BatchAmount ZERO = new BatchAmount(0, 0);

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

    private static long clamp(long value) {
        return Math.max(0, Math.min(value, LIMIT));
    }
}
