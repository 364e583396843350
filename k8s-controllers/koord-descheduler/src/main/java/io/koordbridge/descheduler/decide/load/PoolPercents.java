package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/** Thresholds of a pool in percent, and of each node in amounts; descheduler specification section 10.2. */
@PureCore
final class PoolPercents {

    private static final double WHOLE = 100;
    private static final double ONE_PERCENT = 0.01;

    private final boolean deviation;
    private final LoadKeys keys;
    private final double[] low;
    private final double[] high;
    private final double[] prodLow;
    private final double[] prodHigh;
    private final double[] mean;
    private final double[] prodMean;

    /**
     * Of one pool.
     *
     * @param nodes its measured nodes, of which the mean is taken
     */
    PoolPercents(LoadThresholds thresholds, LoadKeys keys, List<NodeLoad> nodes) {
        this.deviation = thresholds.deviation();
        this.keys = keys;
        low = lows(thresholds.low());
        high = highs(thresholds.low(), thresholds.high());
        prodLow = lows(thresholds.prodLow());
        prodHigh = highs(thresholds.prodLow(), thresholds.prodHigh());
        mean = mean(LoadSide.NODE, nodes);
        prodMean = mean(LoadSide.PROD, nodes);
    }

    private double[] lows(Map<String, Double> given) {
        return keys.names().stream()
                .mapToDouble(name -> given.getOrDefault(name, deviation ? 0 : WHOLE))
                .toArray();
    }

    /** Without a low threshold a resource is not compared at all. */
    private double[] highs(Map<String, Double> lows, Map<String, Double> given) {
        return keys.names().stream()
                .mapToDouble(name -> lows.containsKey(name) ? given.getOrDefault(name, WHOLE) : WHOLE)
                .toArray();
    }

    private double[] mean(LoadSide side, List<NodeLoad> nodes) {
        double[] sums = new double[keys.size()];
        for (NodeLoad node : nodes) {
            for (int key = 0; key < sums.length; key++) {
                long capacity = node.capacity()[key];
                sums[key] += capacity <= 0 ? 0 : (double) side.usage(node)[key] / capacity * WHOLE;
            }
        }
        for (int key = 0; key < sums.length; key++) {
            sums[key] = nodes.isEmpty() ? 0 : sums[key] / nodes.size();
        }
        return sums;
    }

    /** Amounts of one node. */
    NodeLimits of(long[] capacity) {
        NodeLimits limits = new NodeLimits(keys.size());
        for (int key = 0; key < keys.size(); key++) {
            long all = capacity[key];
            limits.low()[key] = amount(lowPercent(low[key], mean[key]), all);
            limits.high()[key] = amount(highPercent(low[key], high[key], mean[key]), all);
            limits.prodLow()[key] = amount(lowPercent(prodLow[key], prodMean[key]), all);
            limits.prodHigh()[key] = amount(highPercent(prodLow[key], prodHigh[key], prodMean[key]), all);
        }
        return limits;
    }

    /** A distance of 0 stands for a resource that is not compared. */
    private double lowPercent(double lowest, double average) {
        if (!deviation) {
            return lowest;
        }
        return lowest == 0 ? WHOLE : clamped(average - lowest);
    }

    private double highPercent(double lowest, double highest, double average) {
        if (!deviation) {
            return highest;
        }
        return lowest == 0 ? WHOLE : clamped(average + highest);
    }

    private static double clamped(double percent) {
        return Math.max(0, Math.min(WHOLE, percent));
    }

    private static long amount(double percent, long capacity) {
        return percent == WHOLE ? capacity : (long) (percent * ONE_PERCENT * capacity);
    }
}
