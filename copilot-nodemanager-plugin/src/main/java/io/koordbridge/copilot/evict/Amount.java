package io.koordbridge.copilot.evict;

/** Milli-cores and bytes, at least zero. */
public final class Amount {
    /** Nothing. */
    public static final Amount ZERO = new Amount(0, 0);

    private final long cpuMilli;
    private final long memoryBytes;

    public Amount(long cpuMilli, long memoryBytes) {
        if (cpuMilli < 0 || memoryBytes < 0) {
            throw new IllegalArgumentException("amounts are at least 0, got " + cpuMilli + " and " + memoryBytes);
        }
        this.cpuMilli = cpuMilli;
        this.memoryBytes = memoryBytes;
    }

    public long cpuMilli() {
        return cpuMilli;
    }

    public long memoryBytes() {
        return memoryBytes;
    }

    Amount plus(Amount other) {
        return new Amount(cpuMilli + other.cpuMilli, memoryBytes + other.memoryBytes);
    }

    /** True when both are at least as much. */
    boolean covers(Amount demand) {
        return cpuMilli >= demand.cpuMilli && memoryBytes >= demand.memoryBytes;
    }
}
