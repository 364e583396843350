package io.koordbridge.replay;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The mean rule written a second time, from its description and without any class of ours: thresholds in percent of the node, CPU in
 * percent of the node, times in seconds. For comparison with the replay.
 */
final class PlainReplay {

    private static final double CAPACITY_THRESHOLD = 60;
    private static final double SUPPRESS_THRESHOLD = 65;

    double seconds;
    double offered;
    double delivered;
    double oracle;
    double shortSeconds;

    void node(long[] at, double[] cpu) {
        Deque<Integer> window = new ArrayDeque<>();
        double sum = 0;
        double published = 0;
        long written = Long.MIN_VALUE;
        for (int i = 0; i < at.length; i++) {
            if (i > 0 && at[i] - at[i - 1] > 900) {
                published = 0;
                written = at[i];
            }
            if (i + 1 < at.length && at[i + 1] - at[i] <= 900) {
                interval(at[i + 1] - at[i], published, cpu[i], peak(at, cpu, i));
            }
            window.addLast(i);
            sum += cpu[i];
            while (at[window.getFirst()] <= at[i] - 300) {
                sum -= cpu[window.removeFirst()];
            }
            double wanted = Math.max(0, CAPACITY_THRESHOLD - sum / window.size());
            boolean shrinks = wanted < published;
            boolean large = Math.abs(wanted - published) > published * 0.1;
            boolean late = written == Long.MIN_VALUE || at[i] - written > 300;
            if (shrinks || large || late) {
                published = wanted;
                written = at[i];
            }
        }
    }

    private void interval(long length, double published, double use, double peak) {
        double allowance = SUPPRESS_THRESHOLD - use;
        seconds += length;
        offered += length * published;
        delivered += length * Math.min(published, Math.max(0, allowance));
        oracle += length * Math.max(0, CAPACITY_THRESHOLD - peak);
        shortSeconds += published > 0 && allowance < 0.9 * published ? length : 0;
    }

    private static double peak(long[] at, double[] cpu, int from) {
        double peak = cpu[from];
        for (int i = from; i < at.length && at[i] <= at[from] + 600; i++) {
            peak = Math.max(peak, cpu[i]);
        }
        return peak;
    }
}
