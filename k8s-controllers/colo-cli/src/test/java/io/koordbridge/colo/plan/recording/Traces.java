package io.koordbridge.colo.plan.recording;

import io.koordbridge.replay.NodeTrace;
import java.util.stream.IntStream;

/** Samples of traces as arrays. */
public final class Traces {

    private Traces() {}

    public static long[] epochSeconds(NodeTrace trace) {
        return IntStream.range(0, trace.samples())
                .mapToLong(trace::epochSeconds)
                .toArray();
    }

    public static double[] cpuPercent(NodeTrace trace) {
        return IntStream.range(0, trace.samples())
                .mapToDouble(trace::cpuPercent)
                .toArray();
    }

    public static double[] memoryPercent(NodeTrace trace) {
        return IntStream.range(0, trace.samples())
                .mapToDouble(trace::memoryPercent)
                .toArray();
    }
}
