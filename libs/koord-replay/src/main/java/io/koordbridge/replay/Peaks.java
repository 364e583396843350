package io.koordbridge.replay;

import io.koordbridge.protocol.PureCore;

/** The highest use of a node within ten minutes from each sample on. */
@PureCore
final class Peaks {

    private static final long AHEAD_SECONDS = 600;

    private Peaks() {}

    /** In percent of the node, by sample. */
    static double[] cpuPercent(NodeTrace trace) {
        int samples = trace.samples();
        double[] peaks = new double[samples];
        int[] falling = new int[samples];
        int front = 0;
        int back = 0;
        int next = 0;
        for (int sample = 0; sample < samples; sample++) {
            long until = trace.epochSeconds(sample) + AHEAD_SECONDS;
            for (; next < samples && trace.epochSeconds(next) <= until; next++) {
                while (back > front && trace.cpuPercent(falling[back - 1]) <= trace.cpuPercent(next)) {
                    back--;
                }
                falling[back++] = next;
            }
            while (falling[front] < sample) {
                front++;
            }
            peaks[sample] = trace.cpuPercent(falling[front]);
        }
        return peaks;
    }
}
