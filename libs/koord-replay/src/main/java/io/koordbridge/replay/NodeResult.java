package io.koordbridge.replay;

import java.util.List;

/**
 * What a replay found of one node: sums over the seconds in which its use is known.
 *
 * @param cpu milli-cores times seconds
 * @param memory bytes times seconds, of the seconds in which memory is known
 * @param tenth what the node offers in nine tenths of the time at least
 */
public record NodeResult(
        String node,
        String pool,
        NodeSize size,
        Seconds seconds,
        CpuSums cpu,
        MemorySums memory,
        Counts counts,
        Tenth tenth) {

    /**
     * Lengths of time.
     *
     * @param known in which the use is known
     * @param cpuShort in which suppression leaves less than nine tenths of the offered CPU
     * @param memoryKnown in which memory is known as well
     * @param memoryShort in which memory in use and the offered memory are above the threshold of evictions together
     */
    public record Seconds(double known, double cpuShort, double memoryKnown, double memoryShort) {}

    /**
     * CPU.
     *
     * @param used by online work
     * @param offered as batch CPU
     * @param delivered what saturating batch work gets of it
     * @param oracle what the formula would offer if it knew the peak of the next ten minutes
     * @param leased by YARN
     */
    public record CpuSums(double used, double offered, double delivered, double oracle, double leased) {}

    /** Memory: used by online work, and offered as batch memory. */
    public record MemorySums(double used, double offered) {}

    /**
     * Events.
     *
     * @param reports of the agent
     * @param early those ahead of the timer
     * @param writes of the manager
     * @param shrinks writes of less batch CPU
     * @param leaseChanges changes of YARN's lease
     * @param evictionEpisodes stretches in which satisfaction stayed too low for the whole window
     */
    public record Counts(
            long reports, long early, long writes, long shrinks, long leaseChanges, long evictionEpisodes) {}

    /** The tenth part of the time offers less than this. */
    public record Tenth(double milliCpu, double bytes) {}

    /** Figures of this node. */
    public Totals totals() {
        return Totals.of(List.of(this));
    }
}
