package io.koordbridge.policy.amount;

/**
 * An amount in YARN's units.
 *
 * @param vcores whole virtual cores
 * @param memoryMb mebibytes
 */
public record YarnAmount(long vcores, long memoryMb) {

    public static final YarnAmount ZERO = new YarnAmount(0, 0);

    /** Sum of both dimensions. */
    public YarnAmount plus(YarnAmount other) {
        return new YarnAmount(vcores + other.vcores, memoryMb + other.memoryMb);
    }

    /** Difference of both dimensions, at least 0. */
    public YarnAmount minus(YarnAmount other) {
        return new YarnAmount(Math.max(vcores - other.vcores, 0), Math.max(memoryMb - other.memoryMb, 0));
    }

    /** The smaller of each dimension. */
    public YarnAmount min(YarnAmount other) {
        return new YarnAmount(Math.min(vcores, other.vcores), Math.min(memoryMb, other.memoryMb));
    }

    /** The larger of each dimension. */
    public YarnAmount max(YarnAmount other) {
        return new YarnAmount(Math.max(vcores, other.vcores), Math.max(memoryMb, other.memoryMb));
    }

    /** Whether no dimension is above the other's. */
    public boolean fitsIn(YarnAmount other) {
        return vcores <= other.vcores && memoryMb <= other.memoryMb;
    }

    @Override
    public String toString() {
        return vcores + " vcores/" + memoryMb + " MB";
    }
}
