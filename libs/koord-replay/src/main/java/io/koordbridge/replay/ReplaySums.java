package io.koordbridge.replay;

/** Sums of a node during its replay. */
final class ReplaySums {

    private final NodeSize size;
    private final Lowest lowestCpu = new Lowest();
    private final Lowest lowestMemory = new Lowest();
    private double known;
    private double cpuShort;
    private double used;
    private double offered;
    private double delivered;
    private double oracle;
    private double leased;
    private double memoryKnown;
    private double memoryShort;
    private double memoryUsed;
    private double memoryOffered;

    ReplaySums(NodeSize size) {
        this.size = size;
    }

    /** CPU of an interval in milli-cores. */
    record Interval(double offered, double delivered, double oracle, boolean isShort) {}

    void cpu(long seconds, double usedMilliCpu, Interval interval) {
        known += seconds;
        cpuShort += interval.isShort() ? seconds : 0;
        used += seconds * usedMilliCpu;
        offered += seconds * interval.offered();
        delivered += seconds * interval.delivered();
        oracle += seconds * interval.oracle();
        lowestCpu.add(interval.offered() / size.milliCpu(), (double) seconds);
    }

    void leased(long seconds, double milliCpu) {
        leased += seconds * milliCpu;
    }

    void memory(long seconds, double usedBytes, double offeredBytes, boolean tooMuch) {
        memoryKnown += seconds;
        memoryShort += tooMuch ? seconds : 0;
        memoryUsed += seconds * usedBytes;
        memoryOffered += seconds * offeredBytes;
        lowestMemory.add(offeredBytes / size.bytes(), (double) seconds);
    }

    NodeResult result(NodeTrace trace, NodeResult.Counts counts) {
        return new NodeResult(
                trace.node(),
                trace.pool(),
                size,
                new NodeResult.Seconds(known, cpuShort, memoryKnown, memoryShort),
                new NodeResult.CpuSums(used, offered, delivered, oracle, leased),
                new NodeResult.MemorySums(memoryUsed, memoryOffered),
                counts,
                new NodeResult.Tenth(lowestCpu.tenth() * size.milliCpu(), lowestMemory.tenth() * size.bytes()));
    }
}
