package io.koordbridge.quickstart.world;

import io.koordbridge.protocol.PureCore;

/**
 * How much of everything this run takes, by what the machine has free at the start.
 *
 * @param rushMilliCpu load of the online service when customers come
 * @param calmMilliCpu its load otherwise
 * @param burstMilliCpu its load for two seconds
 * @param podMilliCpu request of each batch pod
 * @param executors of the Spark job
 * @param jobCpuSeconds work of the Spark job
 */
@PureCore
public record Sizing(
        long rushMilliCpu, long calmMilliCpu, long burstMilliCpu, long podMilliCpu, int executors, long jobCpuSeconds) {

    /** Least that a NodeManager keeps: an application master and one executor, so that a job gets on even on a full machine. */
    public static final int FLOOR_VCORES = 2;

    public static final int FLOOR_MEGABYTES = 2048;
    /** What best-effort work may use whatever the load, percent of the node. */
    public static final int FLOOR_CPU_PERCENT = 20;

    /** As koordlet: half a core for a NodeManager, and no more than a quarter of the node. */
    private static final long DAEMON_MILLI_CPU = 500;

    private static final long DAEMON_PART_OF_NODE = 4;
    /** With the master half of the virtual cores, so that a rush takes some back. */
    private static final int EXECUTORS_OF_16 = 7;

    private static final int MOST_EXECUTORS = 16;
    private static final long EXECUTOR_BYTES = 768L << 20;
    private static final long CALM_PERCENT = 3;
    private static final long BURST_PERCENT = 90;
    private static final long POD_PERCENT = 5;
    private static final long LEAST_RUSH_PERCENT = 15;
    private static final long MOST_RUSH_PERCENT = 50;
    private static final long RUSH_OF_FREE_PERCENT = 60;

    /** For a machine with this much free. */
    public static Sizing of(Machine machine, FreeNow free, long jobSecondsPerCpu) {
        long node = machine.milliCpu();
        long usable = Math.max(percent(node, FLOOR_CPU_PERCENT), free.milliCpu());
        long rush = Math.max(
                percent(node, LEAST_RUSH_PERCENT),
                Math.min(percent(node, MOST_RUSH_PERCENT), percent(usable, RUSH_OF_FREE_PERCENT)));
        long vcores = usable * machine.vcoreRatio() / 1000;
        long byMemory = free.bytes() / 2 / EXECUTOR_BYTES;
        long executors = Math.max(1, Math.min(MOST_EXECUTORS, Math.min(vcores * EXECUTORS_OF_16 / 16, byMemory)));
        long jobSeconds = Math.max(1, jobSecondsPerCpu * Math.min(usable, executors * 1000) / 1000);
        return new Sizing(
                rush,
                percent(node, CALM_PERCENT),
                percent(node, BURST_PERCENT),
                percent(node, POD_PERCENT),
                (int) executors,
                jobSeconds);
    }

    /** What best-effort work may use whatever the load: the setting of this run, or what the agent keeps for the NodeManager if that is more. */
    static long tierFloorMilliCpu(Machine machine) {
        long node = machine.milliCpu();
        return Math.max(percent(node, FLOOR_CPU_PERCENT), Math.min(DAEMON_MILLI_CPU, node / DAEMON_PART_OF_NODE));
    }

    private static long percent(long amount, long percent) {
        return amount * percent / 100;
    }
}
