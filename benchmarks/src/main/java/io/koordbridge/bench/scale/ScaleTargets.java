package io.koordbridge.bench.scale;

/**
 * What a run has to reach; infinite where a size has no target.
 *
 * @param startSeconds from the start of the process until every node shows its capacity
 */
record ScaleTargets(double startSeconds, double startCpuSeconds, double peakMebibytes, double thresholdSeconds) {

    private static final int SMALL = 1_000;
    private static final double NONE = Double.POSITIVE_INFINITY;

    /** Targets of a cluster of up to 1,000 nodes, or of a larger one. */
    static ScaleTargets of(int nodes) {
        return nodes <= SMALL ? new ScaleTargets(10, 5, 300, 5) : new ScaleTargets(NONE, NONE, 700, NONE);
    }
}
