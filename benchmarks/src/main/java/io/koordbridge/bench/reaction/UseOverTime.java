package io.koordbridge.bench.reaction;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Use of a machine in percent, in steps of {@link Replay#STEP_SECONDS}; below zero where it is not known. */
final class UseOverTime {

    private static final long GAP_SECONDS = 900;

    private final double[] percent;
    /** Sum of the steps before each; what is not known counts as zero. */
    private final double[] sums;

    private UseOverTime(double[] percent) {
        this.percent = percent;
        this.sums = new double[percent.length + 1];
        for (int step = 0; step < percent.length; step++) {
            sums[step + 1] = sums[step] + Math.max(0, percent[step]);
        }
    }

    /** A sample holds until the next one. */
    static UseOverTime of(NodeTrace trace) {
        List<NodeTrace.Sample> samples = trace.samples();
        long first = samples.get(0).second();
        long last = samples.get(samples.size() - 1).second();
        double[] percent = new double[(int) ((last - first) / Replay.STEP_SECONDS)];
        Arrays.fill(percent, -1);
        for (int i = 0; i + 1 < samples.size(); i++) {
            long from = samples.get(i).second();
            long to = samples.get(i + 1).second();
            if (to - from < GAP_SECONDS) {
                Arrays.fill(
                        percent,
                        (int) ((from - first) / Replay.STEP_SECONDS),
                        (int) ((to - first) / Replay.STEP_SECONDS),
                        samples.get(i).percent());
            }
        }
        return new UseOverTime(percent);
    }

    static UseOverTime constant(double value, Duration length) {
        double[] percent = new double[(int) length.toSeconds() / Replay.STEP_SECONDS];
        Arrays.fill(percent, value);
        return new UseOverTime(percent);
    }

    /** And another constant use behind it. */
    UseOverTime then(double value, Duration length) {
        UseOverTime more = constant(value, length);
        double[] both = Arrays.copyOf(percent, percent.length + more.percent.length);
        System.arraycopy(more.percent, 0, both, percent.length, more.percent.length);
        return new UseOverTime(both);
    }

    int steps() {
        return percent.length;
    }

    double at(int step) {
        return percent[step];
    }

    /** Mean of a window that ends with a step, as far as there are steps. */
    double mean(int step, Duration window) {
        int from = first(step, window);
        return (sums[step + 1] - sums[from]) / (step + 1 - from);
    }

    double highest(int step, Duration window) {
        return Arrays.stream(percent, first(step, window), step + 1).max().orElse(0);
    }

    private static int first(int step, Duration window) {
        return Math.max(0, step + 1 - (int) window.toSeconds() / Replay.STEP_SECONDS);
    }
}
