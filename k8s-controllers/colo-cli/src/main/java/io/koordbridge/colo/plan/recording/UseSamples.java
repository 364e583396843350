package io.koordbridge.colo.plan.recording;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.util.Arrays;

/** Samples of one node while they are collected, in the order of time. */
public final class UseSamples {
    private static final int FIRST_ROOM = 64;
    private static final float WHOLE = 100;
    private static final double MILLI = 1000;

    private long[] seconds;
    private float[] cores;
    private float[] bytes;
    private int size;

    private UseSamples(long[] seconds, int size) {
        this.seconds = seconds;
        this.size = size;
        cores = new float[seconds.length];
        bytes = new float[seconds.length];
        Arrays.fill(cores, Float.NaN);
        Arrays.fill(bytes, Float.NaN);
    }

    /** Without any, for samples that come one by one. */
    public static UseSamples empty() {
        return new UseSamples(new long[FIRST_ROOM], 0);
    }

    /** Of times that are known before and shared by nodes; nothing is known of any of them. */
    public static UseSamples at(long[] seconds) {
        return new UseSamples(seconds, seconds.length);
    }

    /** Adds a sample; one that is not later than the last is passed over. NaN and less than nothing are unknown. */
    public void add(long second, double usedCores, double usedBytes) {
        if (size > 0 && second <= seconds[size - 1]) {
            return;
        }
        if (size == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * size);
            cores = Arrays.copyOf(cores, 2 * size);
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        seconds[size] = second;
        cores[size] = amount(usedCores);
        bytes[size] = amount(usedBytes);
        size++;
    }

    /** Cores in use at one of the times; of several values the largest counts. */
    public void cores(int index, double used) {
        cores[index] = larger(cores[index], amount(used));
    }

    /** Bytes in use at one of the times; of several values the largest counts. */
    public void bytes(int index, double used) {
        bytes[index] = larger(bytes[index], amount(used));
    }

    /** Less than nothing is no amount, and so unknown; idle would be a claim. */
    private static float amount(double used) {
        return used >= 0 ? (float) used : Float.NaN;
    }

    private static float larger(float known, float other) {
        return Float.isNaN(known) || other > known ? other : known;
    }

    /** Takes away what does not count as online use; a time at which that is unknown stays as it is. */
    public void subtract(UseSamples other) {
        for (int i = 0; i < size; i++) {
            cores[i] = left(cores[i], other.cores[i]);
            bytes[i] = left(bytes[i], other.bytes[i]);
        }
    }

    private static float left(float used, float taken) {
        return Float.isNaN(taken) ? used : Math.max(0, used - taken);
    }

    /** Whether the CPU is known at some time. */
    public boolean known() {
        for (int i = 0; i < size; i++) {
            if (!Float.isNaN(cores[i])) {
                return true;
            }
        }
        return false;
    }

    /** What is known so far, in percent of a node of the size. */
    public NodeTrace trace(String node, String pool, NodeSize of) {
        int known = 0;
        for (int i = 0; i < size; i++) {
            known += Float.isNaN(cores[i]) ? 0 : 1;
        }
        long[] times = new long[known];
        float[] cpu = new float[known];
        float[] memory = new float[known];
        int at = 0;
        for (int i = 0; i < size; i++) {
            if (!Float.isNaN(cores[i])) {
                times[at] = seconds[i];
                cpu[at] = percent(cores[i] * MILLI, of.milliCpu());
                memory[at] = percent(bytes[i], of.bytes());
                at++;
            }
        }
        return new NodeTrace(node, pool, of, times, cpu, memory);
    }

    /** Rates at the edge of a window may exceed the node; NaN stays. */
    private static float percent(double used, long whole) {
        return (float) Math.max(0, Math.min(WHOLE, WHOLE * used / whole));
    }
}
