package io.koordbridge.scheduler.quota;

import io.koordbridge.protocol.PureCore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Divides one resource among the children of one parent. Quota specification section 4.3. */
@PureCore
final class ShareOfLevel {

    private ShareOfLevel() {}

    /**
     * One child.
     *
     * @param weight its share of what is left
     * @param request what it asks for, not above its max
     * @param promise its min, or what is guaranteed to it
     * @param lent whether it gives away what it does not ask for
     */
    record Child(String name, long weight, long request, long promise, boolean lent) {

        private boolean wantsMore() {
            return request > promise;
        }

        private long first() {
            return wantsMore() || !lent ? promise : request;
        }
    }

    /** A child that takes part in sharing, with what it has. */
    private static final class Taker {
        private final Child child;
        private long has;
        private long remainder;

        private Taker(Child child) {
            this.child = child;
            this.has = child.first();
        }
    }

    /** The runtimes in the order of the children. Promises stand even where the total is too small for them. */
    static long[] divide(long total, List<Child> children) {
        Taker[] all = new Taker[children.size()];
        List<Taker> sharing = new ArrayList<>(all.length);
        long rest = total;
        for (int i = 0; i < all.length; i++) {
            all[i] = new Taker(children.get(i));
            rest -= all[i].has;
            if (all[i].child.wantsMore()) {
                sharing.add(all[i]);
            }
        }
        while (rest > 0 && !sharing.isEmpty()) {
            rest = share(rest, sharing);
        }
        long[] runtimes = new long[all.length];
        for (int i = 0; i < runtimes.length; i++) {
            runtimes[i] = all[i].has;
        }
        return runtimes;
    }

    /** One round by weight; those that have enough leave. Returns what they gave back, 0 when the sharing is over. */
    private static long share(long rest, List<Taker> sharing) {
        long weights = 0;
        for (Taker one : sharing) {
            weights += one.child.weight();
        }
        if (weights <= 0) {
            return 0;
        }
        long left = rest;
        for (Taker one : sharing) {
            long base = base(one, rest, weights);
            one.has += base;
            left -= base;
        }
        sharing.stream()
                .filter(one -> one.child.weight() > 0)
                .sorted(Comparator.<Taker>comparingLong(one -> -one.remainder).thenComparing(one -> one.child.name()))
                .limit(left)
                .forEach(one -> one.has++);
        long surplus = 0;
        for (Taker one : sharing) {
            surplus += Math.max(0, one.has - one.child.request());
            one.has = Math.min(one.has, one.child.request());
        }
        sharing.removeIf(one -> one.has >= one.child.request());
        return surplus;
    }

    private static long base(Taker one, long rest, long weights) {
        long weight = one.child.weight();
        if (weight <= 0) {
            return 0;
        }
        if (Math.multiplyHigh(weight, rest) == 0 && weight * rest >= 0) {
            one.remainder = weight * rest % weights;
            return weight * rest / weights;
        }
        BigInteger[] parts = BigInteger.valueOf(weight)
                .multiply(BigInteger.valueOf(rest))
                .divideAndRemainder(BigInteger.valueOf(weights));
        one.remainder = parts[1].longValue();
        return parts[0].longValue();
    }
}
