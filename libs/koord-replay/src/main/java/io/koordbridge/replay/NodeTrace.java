package io.koordbridge.replay;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;

/**
 * Recorded usage of one node: samples in the order of their times, in percent of the whole node. A sample holds until the next one; over
 * a longer gap than {@link #LONGEST_STEP_SECONDS} nothing is known.
 */
@PureCore
public final class NodeTrace {

    /** A longer distance of two samples is a gap. */
    public static final long LONGEST_STEP_SECONDS = 15 * 60;

    private final String node;
    private final String pool;
    private final NodeSize size;
    private final long[] epochSeconds;
    private final float[] cpuPercent;
    private final float[] memoryPercent;

    /**
     * A trace; the arrays are copied.
     *
     * @param pool nodes that are summed up together
     * @param epochSeconds ascending
     * @param cpuPercent 0 or more
     * @param memoryPercent 0 or more, NaN where it is not known
     */
    public NodeTrace(
            String node, String pool, NodeSize size, long[] epochSeconds, float[] cpuPercent, float[] memoryPercent) {
        int samples = epochSeconds.length;
        if (cpuPercent.length != samples || memoryPercent.length != samples) {
            throw new IllegalArgumentException("node " + node + ": " + samples + " times, " + cpuPercent.length
                    + " values of cpu_percent, " + memoryPercent.length + " of memory_percent: must be as many");
        }
        this.node = node;
        this.pool = pool;
        this.size = size;
        this.epochSeconds = epochSeconds.clone();
        this.cpuPercent = cpuPercent.clone();
        this.memoryPercent = memoryPercent.clone();
        for (int i = 0; i < samples; i++) {
            check(i);
        }
    }

    private void check(int sample) {
        if (sample > 0 && epochSeconds[sample] <= epochSeconds[sample - 1]) {
            throw new IllegalArgumentException("node " + node + ": seconds " + epochSeconds[sample] + " after "
                    + epochSeconds[sample - 1] + ": must ascend");
        }
        if (!(cpuPercent[sample] >= 0) || Float.isInfinite(cpuPercent[sample])) {
            throw new IllegalArgumentException("node " + node + ", seconds " + epochSeconds[sample] + ": cpu_percent "
                    + cpuPercent[sample] + ": must be a number of 0 or more");
        }
        float memory = memoryPercent[sample];
        if (memory < 0 || Float.isInfinite(memory)) {
            throw new IllegalArgumentException("node " + node + ", seconds " + epochSeconds[sample]
                    + ": memory_percent " + memory + ": must be a number of 0 or more, or empty");
        }
    }

    public String node() {
        return node;
    }

    public String pool() {
        return pool;
    }

    public NodeSize size() {
        return size;
    }

    /** Number of samples. */
    public int samples() {
        return epochSeconds.length;
    }

    /** When a sample was taken. */
    public long epochSeconds(int sample) {
        return epochSeconds[sample];
    }

    /** CPU that a sample shows, in percent of the node. */
    public double cpuPercent(int sample) {
        return (double) cpuPercent[sample];
    }

    /** Memory that a sample shows, in percent of the node; NaN when it is not known. */
    public double memoryPercent(int sample) {
        return (double) memoryPercent[sample];
    }

    /** For how long a sample counts; 0 before a gap and for the last one. */
    public long heldSeconds(int sample) {
        if (sample + 1 >= epochSeconds.length) {
            return 0;
        }
        long step = epochSeconds[sample + 1] - epochSeconds[sample];
        return step > LONGEST_STEP_SECONDS ? 0 : step;
    }

    /** The first sample that is later than a time; {@link #samples()} when none is. */
    public int firstAfter(long seconds) {
        int found = Arrays.binarySearch(epochSeconds, seconds);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
