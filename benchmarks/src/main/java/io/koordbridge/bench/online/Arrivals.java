package io.koordbridge.bench.online;

import java.util.SplittableRandom;

/** Moments at which requests arrive, fixed in advance: what a service does has no influence on them. */
final class Arrivals {

    private Arrivals() {}

    /**
     * A Poisson process.
     *
     * @param seed the same one gives the same moments
     * @param meanGapNanos between two requests
     * @return nanoseconds after the start, in order
     */
    static long[] poisson(long seed, int count, double meanGapNanos) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] moments = new long[count];
        double at = 0;
        for (int i = 0; i < count; i++) {
            at += -Math.log(1 - random.nextDouble()) * meanGapNanos;
            moments[i] = (long) at;
        }
        return moments;
    }
}
