package io.koordbridge.quickstart.job;

import java.util.SplittableRandom;

/** The CPU work of one task. */
public final class MonteCarlo {
    private MonteCarlo() {}

    /** Points of the unit square that fall into the quarter circle, among {@code samples} drawn for this task. */
    public static long hits(int task, long samples) {
        SplittableRandom random = new SplittableRandom(task);
        long hits = 0;
        for (long i = 0; i < samples; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y <= 1.0) {
                hits++;
            }
        }
        return hits;
    }
}
