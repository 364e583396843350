package io.koordbridge.scheduler.view;

/**
 * For how many shapes of pods answers are remembered. Answers take a share of the heap: the more nodes there are, the fewer shapes fit into
 * it. Thread-safe.
 */
public final class AnswerBudget {

    /** Of a node of a trial, which is soon forgotten. */
    static final AnswerBudget TRIAL = new AnswerBudget(0);

    private static final int SHARE_OF_HEAP = 16;
    /**
     * An answer about one node with reasons, its places on the board and in the snapshot, and the number of the snapshot.
     */
    private static final long BYTES_PER_ANSWER = 128;

    private static final int FEWEST = 8;
    /** They are looked at one by one. */
    private static final int MOST = 256;

    private final long bytes;
    private volatile int shapes;

    /** A budget for no nodes yet. */
    public AnswerBudget(long bytes) {
        this.bytes = bytes;
        nodes(0);
    }

    /** What may be used of the heap of this process. */
    static AnswerBudget ofHeap() {
        return new AnswerBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** There are this many nodes now. */
    void nodes(int nodes) {
        long fitting = bytes / (BYTES_PER_ANSWER * Math.max(1, nodes));
        shapes = (int) Math.max(FEWEST, Math.min(MOST, fitting));
    }

    /** For how many shapes. */
    int shapes() {
        return shapes;
    }
}
