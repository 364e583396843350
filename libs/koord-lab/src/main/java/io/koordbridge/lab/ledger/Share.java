package io.koordbridge.lab.ledger;

/** CPU and memory, either of which may be negative. */
public record Share(long milliCpu, long bytes) {

    /** Nothing. */
    public static final Share NONE = new Share(0, 0);

    Share plus(Share other) {
        return new Share(milliCpu + other.milliCpu, bytes + other.bytes);
    }

    Share minus(Share other) {
        return new Share(milliCpu - other.milliCpu, bytes - other.bytes);
    }

    /** The smaller of each. */
    Share min(Share other) {
        return new Share(Math.min(milliCpu, other.milliCpu), Math.min(bytes, other.bytes));
    }

    /** The larger of each. */
    Share max(Share other) {
        return new Share(Math.max(milliCpu, other.milliCpu), Math.max(bytes, other.bytes));
    }

    /** Whether either is above 0. */
    boolean anyAboveZero() {
        return milliCpu > 0 || bytes > 0;
    }

    /** Whether either is below the other's. */
    boolean anyBelow(Share other) {
        return milliCpu < other.milliCpu || bytes < other.bytes;
    }

    @Override
    public String toString() {
        return milliCpu + "m/" + (bytes >> 20) + "MiB";
    }
}
