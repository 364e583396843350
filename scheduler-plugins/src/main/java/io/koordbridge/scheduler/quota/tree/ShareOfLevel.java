package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import java.math.BigInteger;

/** Divides one resource among the children of one parent. Quota specification section 4.3. */
@PureCore
final class ShareOfLevel {

    /** A quotient up to here is off by two at most when it is calculated in floating point. */
    private static final long LARGEST_QUOTIENT = 1L << 50;

    private static final long LARGEST_DIVISOR = 1L << 60;

    /** Remainders are separated by so many sizes before they are compared. */
    private static final int SIZES = 256;

    private ShareOfLevel() {}

    /** The children in the order of their names: what each asks for, and how it is treated. */
    static final class Children {
        private final long[] weight;
        private final long[] request;
        private final long[] promise;
        private final boolean[] lent;

        /** So many, with nothing yet. */
        Children(int count) {
            weight = new long[count];
            request = new long[count];
            promise = new long[count];
            lent = new boolean[count];
        }

        /** Its share of the rest, and whether it gives away what it does not ask for. */
        void rule(int child, long share, boolean lends) {
            weight[child] = share;
            lent[child] = lends;
        }

        long request(int child) {
            return request[child];
        }

        /** What it asks for, not above its max; whether that is something else than before. */
        boolean request(int child, long amount) {
            boolean changes = request[child] != amount;
            request[child] = amount;
            return changes;
        }

        /** Its min, or what is guaranteed to it; whether that is something else than before. */
        boolean promise(int child, long amount) {
            boolean changes = promise[child] != amount;
            promise[child] = amount;
            return changes;
        }

        private boolean wantsMore(int child) {
            return request[child] > promise[child];
        }
    }

    /** The runtimes. Promises stand even where the total is too small for them. */
    static long[] divide(long total, Children children) {
        int count = children.weight.length;
        long[] has = new long[count];
        int[] sharing = new int[count];
        int sharers = 0;
        long rest = total;
        for (int child = 0; child < count; child++) {
            boolean more = children.wantsMore(child);
            has[child] = more || !children.lent[child] ? children.promise[child] : children.request[child];
            rest -= has[child];
            if (more) {
                sharing[sharers++] = child;
            }
        }
        long[] remainders = new long[sharers];
        while (rest > 0 && sharers > 0) {
            long weights = 0;
            for (int at = 0; at < sharers; at++) {
                weights += children.weight[sharing[at]];
            }
            if (weights <= 0) {
                break;
            }
            share(rest, weights, children, has, new Sharers(sharing, sharers, remainders));
            rest = 0;
            int left = 0;
            for (int at = 0; at < sharers; at++) {
                int child = sharing[at];
                long wanted = children.request[child];
                if (has[child] < wanted) {
                    sharing[left++] = child;
                } else {
                    rest += has[child] - wanted;
                    has[child] = wanted;
                }
            }
            sharers = left;
        }
        return has;
    }

    /** Indexes of the children that take part, and room for a number each. */
    private static final class Sharers {
        private final int[] children;
        private final int count;
        private final long[] remainders;

        Sharers(int[] children, int count, long[] remainders) {
            this.children = children;
            this.count = count;
            this.remainders = remainders;
        }
    }

    /** One round by weight; what division leaves goes to the largest remainders, one each. */
    private static void share(long rest, long weights, Children children, long[] has, Sharers sharers) {
        long left = rest;
        double perWeight = (double) rest / weights;
        for (int at = 0; at < sharers.count; at++) {
            int child = sharers.children[at];
            long weight = children.weight[child];
            long base = weight <= 0 ? 0 : quotient(weight, rest, weights, perWeight);
            // Exact although the products overflow: the remainder itself is small.
            sharers.remainders[at] = weight <= 0 ? -1 : weight * rest - base * weights;
            has[child] += base;
            left -= base;
        }
        if (left > 0) {
            giveOneEach(left, weights, has, sharers);
        }
    }

    /** The remainders are counted by size first, so that only a few have to be compared. */
    private static void giveOneEach(long left, long weights, long[] has, Sharers sharers) {
        long[] remainders = sharers.remainders;
        double scale = SIZES / (double) weights;
        int[] counts = new int[SIZES + 2];
        for (int at = 0; at < sharers.count; at++) {
            counts[size(remainders[at], scale)]++;
        }
        int size = counts.length - 1;
        int ties = (int) Math.min(left, sharers.count);
        while (counts[size] < ties) {
            ties -= counts[size--];
        }
        long[] alike = new long[counts[size]];
        int found = 0;
        for (int at = 0; at < sharers.count; at++) {
            if (size(remainders[at], scale) == size) {
                alike[found++] = remainders[at];
            }
        }
        long threshold = largest(alike, ties);
        ties -= above(alike, threshold);
        for (int at = 0; at < sharers.count; at++) {
            long remainder = remainders[at];
            boolean tie = remainder == threshold && ties > 0;
            ties -= tie ? 1 : 0;
            if (remainder >= 0 && (remainder > threshold || tie)) {
                has[sharers.children[at]]++;
            }
        }
    }

    private static int above(long[] numbers, long threshold) {
        int count = 0;
        for (long number : numbers) {
            count += number > threshold ? 1 : 0;
        }
        return count;
    }

    /** Grows with the remainder, which is below the sum of weights. */
    private static int size(long remainder, double scale) {
        return remainder < 0 ? 0 : 1 + Math.min((int) (remainder * scale), SIZES);
    }

    /** The rank-th largest number, by Hoare's selection; the numbers are moved. */
    private static long largest(long[] numbers, int rank) {
        int wanted = numbers.length - rank;
        int low = 0;
        int high = numbers.length - 1;
        while (low < high) {
            long pivot = numbers[(low + high) >>> 1];
            int up = low;
            int down = high;
            while (up <= down) {
                while (numbers[up] < pivot) {
                    up++;
                }
                while (numbers[down] > pivot) {
                    down--;
                }
                if (up <= down) {
                    long swapped = numbers[up];
                    numbers[up++] = numbers[down];
                    numbers[down--] = swapped;
                }
            }
            if (wanted <= down) {
                high = down;
            } else if (wanted >= up) {
                low = up;
            } else {
                break;
            }
        }
        return numbers[wanted];
    }

    /** weight * rest / weights, rounded down; the weight is at most the sum of weights. */
    private static long quotient(long weight, long rest, long weights, double perWeight) {
        // A division of integers is slow.
        long quotient = (long) (weight * perWeight);
        if (quotient > LARGEST_QUOTIENT || weights > LARGEST_DIVISOR) {
            return BigInteger.valueOf(weight)
                    .multiply(BigInteger.valueOf(rest))
                    .divide(BigInteger.valueOf(weights))
                    .longValue();
        }
        long remainder = weight * rest - quotient * weights;
        while (remainder < 0) {
            quotient--;
            remainder += weights;
        }
        while (remainder >= weights) {
            quotient++;
            remainder -= weights;
        }
        return quotient;
    }
}
