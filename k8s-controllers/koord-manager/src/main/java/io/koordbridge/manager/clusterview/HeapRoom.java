package io.koordbridge.manager.clusterview;

import com.codahale.metrics.MetricRegistry;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when there are more nodes than the heap is for: a process that ends with a full heap is started again and ends again. The
 * chart gives the heap by the same rule, from the number of nodes that are expected.
 */
public final class HeapRoom implements ClusterListener {

    private static final Logger LOG = LoggerFactory.getLogger(HeapRoom.class);
    private static final long MEBIBYTE = 1L << 20;
    /** Code's own data, and room for lists while they are read. */
    private static final long BASE_BYTES = 128 * MEBIBYTE;
    /** A node with 50 pods, its report, its NodeSLO and what explains its capacity. */
    private static final long BYTES_PER_NODE = MEBIBYTE / 16;

    private final IntSupplier nodes;
    private final int room;
    private boolean tight;

    /**
     * A look at one heap.
     *
     * @param nodes how many nodes there are
     * @param heapBytes the most that the heap may grow to
     */
    public HeapRoom(IntSupplier nodes, long heapBytes, MetricRegistry metrics) {
        this.nodes = nodes;
        this.room = room(heapBytes);
        metrics.gauge("koord_manager_nodes", () -> nodes::getAsInt);
        metrics.gauge("koord_manager_heap_room_nodes", () -> () -> room);
    }

    /** For how many nodes a heap is. */
    static int room(long heapBytes) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, (heapBytes - BASE_BYTES) / BYTES_PER_NODE));
    }

    @Override
    public synchronized void nodeChanged(String name, boolean marksChanged) {
        int now = nodes.getAsInt();
        if (tight == now > room) {
            return;
        }
        tight = !tight;
        if (tight) {
            LOG.warn(
                    "more nodes than the heap is for, it may run full nodes={} room={} remedy=manager.expectedNodes of the"
                            + " chart, or a larger -Xmx and memory limit",
                    now,
                    room);
        } else {
            LOG.info("the heap is large enough again nodes={} room={}", now, room);
        }
    }
}
