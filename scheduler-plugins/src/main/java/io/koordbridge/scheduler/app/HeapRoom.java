package io.koordbridge.scheduler.app;

/** For how many nodes a heap is; the chart gives the heap by the same rule, from the number of nodes that are expected. */
final class HeapRoom {

    private static final long MEBIBYTE = 1L << 20;
    /** Code's own data, and room for lists while they are read. */
    private static final long BASE_BYTES = 128 * MEBIBYTE;
    /** A node with its topology, reports and 50 pods, and the share of the heap that remembered answers take. */
    private static final long BYTES_PER_NODE = MEBIBYTE / 16;

    private HeapRoom() {}

    /** Number of nodes with 50 pods each. */
    static int nodes(long heapBytes) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, (heapBytes - BASE_BYTES) / BYTES_PER_NODE));
    }
}
