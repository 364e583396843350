package io.koordbridge.replay;

import java.util.function.IntToDoubleFunction;

/** Made-up traces of a node of 64 cores and 256 GiB, with a sample a minute. */
final class Traces {

    private Traces() {}

    static NodeTrace constant(double cpuPercent, int samples) {
        return of(samples, sample -> cpuPercent);
    }

    /** A load that changes once. */
    static NodeTrace step(double before, double after, int at, int samples) {
        return of(samples, sample -> sample < at ? before : after);
    }

    static NodeTrace of(int samples, IntToDoubleFunction cpuPercent) {
        return of("n", samples, 60, cpuPercent, sample -> 40);
    }

    static NodeTrace of(
            String node, int samples, int stepSeconds, IntToDoubleFunction cpuPercent, IntToDoubleFunction memory) {
        long[] at = new long[samples];
        float[] cpu = new float[samples];
        float[] bytes = new float[samples];
        for (int i = 0; i < samples; i++) {
            at[i] = (long) i * stepSeconds;
            cpu[i] = (float) cpuPercent.applyAsDouble(i);
            bytes[i] = (float) memory.applyAsDouble(i);
        }
        return new NodeTrace(node, "all", NodeSize.DEFAULT, at, cpu, bytes);
    }
}
