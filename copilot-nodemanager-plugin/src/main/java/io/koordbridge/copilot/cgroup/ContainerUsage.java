package io.koordbridge.copilot.cgroup;

/** What a container uses; {@link #UNKNOWN} where it is unknown. */
public final class ContainerUsage {
    /** No number: not placed, or not measured twice yet. Never to be read as idle. */
    public static final long UNKNOWN = -1;

    /** Nothing is known. */
    public static final ContainerUsage NONE = new ContainerUsage(UNKNOWN, UNKNOWN);

    private final long cpuMilli;
    private final long memoryBytes;

    public ContainerUsage(long cpuMilli, long memoryBytes) {
        this.cpuMilli = cpuMilli;
        this.memoryBytes = memoryBytes;
    }

    public long cpuMilli() {
        return cpuMilli;
    }

    public long memoryBytes() {
        return memoryBytes;
    }
}
