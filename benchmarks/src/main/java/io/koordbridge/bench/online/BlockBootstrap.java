package io.koordbridge.bench.online;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Intervals by a bootstrap over blocks: requests of one block share what else the machine did at the time, so that blocks are drawn, not
 * requests. Blocks of the same number were measured one after the other in all arms and are drawn together.
 */
public final class BlockBootstrap {

    private static final int DRAWS = 2_000;
    private static final double PERCENT = 100.0;
    private static final double LOW = 2.5;
    private static final double HIGH = 97.5;

    private final int[][] draws;
    private final int[] once;

    /**
     * Draws.
     *
     * @param blocks how many there are in each arm
     * @param seed the same one draws the same blocks
     */
    public BlockBootstrap(int blocks, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        draws = new int[DRAWS][blocks];
        for (int[] times : draws) {
            for (int i = 0; i < blocks; i++) {
                times[random.nextInt(blocks)]++;
            }
        }
        once = new int[blocks];
        Arrays.fill(once, 1);
    }

    /**
     * A value with the interval in which 95 % of the draws lie.
     *
     * @param value of all blocks
     */
    public record Interval(double value, double low, double high) {}

    /** Response times of one arm. */
    public static final class Sample {
        private final long[] sorted;
        private final int[] block;
        private final int[] sizes;

        /** By blocks, none of them empty. */
        public Sample(long[][] blocks) {
            sizes = new int[blocks.length];
            int all = Arrays.stream(blocks).mapToInt(one -> one.length).sum();
            Integer[] order = new Integer[all];
            long[] values = new long[all];
            int[] owners = new int[all];
            int at = 0;
            for (int number = 0; number < blocks.length; number++) {
                sizes[number] = blocks[number].length;
                for (long value : blocks[number]) {
                    values[at] = value;
                    owners[at] = number;
                    order[at] = at++;
                }
            }
            Arrays.sort(order, (left, right) -> Long.compare(values[left], values[right]));
            sorted = Arrays.stream(order).mapToLong(i -> values[i]).toArray();
            block = Arrays.stream(order).mapToInt(i -> owners[i]).toArray();
        }

        /** Number of all response times. */
        public int size() {
            return sorted.length;
        }

        /** The smallest value that at least this share does not exceed, where a block counts so many times. */
        private double at(double percent, int[] times) {
            long all = 0;
            for (int number = 0; number < times.length; number++) {
                all += (long) times[number] * sizes[number];
            }
            long rank = Math.max(1, (long) Math.ceil(percent / PERCENT * all));
            int at = -1;
            for (long passed = 0; passed < rank; passed += times[block[at]]) {
                at++;
            }
            return sorted[at];
        }
    }

    /** A percentile of an arm. */
    public Interval percentile(Sample arm, double percent) {
        return interval(times -> arm.at(percent, times));
    }

    /** A percentile of an arm as a multiple of another arm's. */
    public Interval ratio(Sample arm, Sample base, double percent) {
        return interval(times -> arm.at(percent, times) / base.at(percent, times));
    }

    private Interval interval(ToDoubleFunction<int[]> statistic) {
        double[] all = Arrays.stream(draws).mapToDouble(statistic).sorted().toArray();
        return new Interval(statistic.applyAsDouble(once), rank(all, LOW), rank(all, HIGH));
    }

    private static double rank(double[] sorted, double percent) {
        return sorted[(int) Math.ceil(percent / PERCENT * sorted.length) - 1];
    }
}
