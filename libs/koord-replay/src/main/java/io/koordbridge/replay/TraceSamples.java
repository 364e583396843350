package io.koordbridge.replay;

import io.koordbridge.policy.report.Aggregate;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/** The samples of a trace up to one of them. */
@PureCore
record TraceSamples(NodeTrace trace, int newest) {

    private static final double PERCENT = 100;
    private static final long MILLIS = 1000;

    /** The time of the newest sample. */
    Instant now() {
        return Instant.ofEpochSecond(trace.epochSeconds(newest));
    }

    /** CPU of the newest sample. */
    double newestMilliCpu() {
        return milliCpu(newest);
    }

    /** CPU of the samples of a window. */
    Aggregate milliCpu(Duration window) {
        int first = first(window);
        int count = newest - first + 1;
        long[] times = new long[count];
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            times[i] = trace.epochSeconds(first + i) * MILLIS;
            values[i] = milliCpu(first + i);
        }
        return Aggregate.of(times, values, count);
    }

    /** Memory of the samples of a window that know it. */
    Aggregate bytes(Duration window) {
        int first = first(window);
        int count = newest - first + 1;
        long[] times = new long[count];
        double[] values = new double[count];
        int known = 0;
        for (int i = first; i <= newest; i++) {
            double bytes = bytes(i);
            if (!Double.isNaN(bytes)) {
                times[known] = trace.epochSeconds(i) * MILLIS;
                values[known] = bytes;
                known++;
            }
        }
        return Aggregate.of(times, values, known);
    }

    /** CPU of a sample in milli-cores. */
    double milliCpu(int sample) {
        return trace.cpuPercent(sample) / PERCENT * trace.size().milliCpu();
    }

    /** Memory of a sample in bytes, NaN when it is not known. */
    double bytes(int sample) {
        return trace.memoryPercent(sample) / PERCENT * trace.size().bytes();
    }

    /** Whether memory of a sample is known. */
    boolean knowsBytes(int sample) {
        return !Double.isNaN(trace.memoryPercent(sample));
    }

    /** The first sample of a window; a sample stands for the time before it: one as old as the window lies outside. */
    int first(Duration window) {
        return Math.min(newest, trace.firstAfter(trace.epochSeconds(newest) - window.toSeconds()));
    }
}
