package io.koordbridge.replay;

/** Distribution of a share of the node over time, in thousandths, up to twice the node. */
final class Lowest {

    private static final int STEPS = 2000;
    private static final double THOUSAND = 1000;
    private static final double TENTH = 0.1;

    private final double[] seconds = new double[STEPS + 1];
    private double all;

    void add(double share, double forSeconds) {
        seconds[(int) Math.max(0, Math.min(STEPS, Math.floor(share * THOUSAND)))] += forSeconds;
        all += forSeconds;
    }

    /** The share that is reached in nine tenths of the time at least, rounded down. */
    double tenth() {
        double below = 0;
        for (int step = 0; step <= STEPS; step++) {
            below += seconds[step];
            if (below > all * TENTH) {
                return step / THOUSAND;
            }
        }
        return 0;
    }
}
