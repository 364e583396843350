package io.koordbridge.scheduler.view;

/**
 * What all capabilities together say of a pod on a node.
 *
 * @param fit whether it fits
 * @param score weighted sum of the scores of all capabilities, each from 0 to 100; 0 where it does not fit
 * @param relative the part of the sum that counts by comparison with other nodes, from 0 to 100
 */
public record NodeAnswer(FitResult fit, long score, long relative) {

    private static final long FULL = 100;

    /** Of capabilities whose scores count as they are. */
    public NodeAnswer(FitResult fit, long score) {
        this(fit, score, 0);
    }

    /**
     * The sum among nodes: the one with the best relative score has 100 of it.
     *
     * @param best relative score of those nodes
     */
    public long scoreAmong(long best) {
        return best <= 0 ? score : score - relative + relative * FULL / best;
    }
}
