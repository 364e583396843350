package io.koordbridge.replay.trace;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.util.Arrays;

/** Samples of a node that is being read. */
final class Samples {

    private static final int FIRST = 64;

    final String name;
    private long[] seconds = new long[FIRST];
    private float[] cpu = new float[FIRST];
    private float[] memory = new float[FIRST];
    private int count;

    Samples(String name) {
        this.name = name;
    }

    boolean isAfterLast(long second) {
        return count == 0 || second > seconds[count - 1];
    }

    long lastSeconds() {
        return seconds[count - 1];
    }

    void add(long second, float cpuPercent, float memoryPercent) {
        if (count == seconds.length) {
            int more = count + count / 2;
            seconds = Arrays.copyOf(seconds, more);
            cpu = Arrays.copyOf(cpu, more);
            memory = Arrays.copyOf(memory, more);
        }
        seconds[count] = second;
        cpu[count] = cpuPercent;
        memory[count] = memoryPercent;
        count++;
    }

    NodeTrace trace(String pool, NodeSize size) {
        return new NodeTrace(
                name,
                pool,
                size,
                Arrays.copyOf(seconds, count),
                Arrays.copyOf(cpu, count),
                Arrays.copyOf(memory, count));
    }
}
