package io.koordbridge.lab.starvation;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.NodeManagerInfo;
import io.koordbridge.lab.hadoop.NodeManagerRest;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import io.koordbridge.lab.hadoop.YarnNode;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Looks at a NodeManager from outside. Each look gives the node one virtual core more or less and asks the NodeManager until it has it:
 * the capacity travels with the answer to a heartbeat, so that a heartbeat that does not come is seen.
 */
final class DaemonWatch {
    /** A NodeManager that takes this long has failed; the exact time no longer matters. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(100);
    /** A shrink never ends a container here; a ResourceManager must be told a time all the same. */
    private static final Duration OVERCOMMIT = Duration.ofHours(1);

    private final ResourceManagerRest resourceManager;
    private final NodeManagerRest nodeManager;
    private final String nodeId;
    private final long memoryMegabytes;
    private final long vcores;
    private boolean more;

    /**
     * A watch.
     *
     * @param vcores that the node offers, and one more at every other look
     */
    DaemonWatch(
            ResourceManagerRest resourceManager,
            NodeManagerRest nodeManager,
            String nodeId,
            long memoryMegabytes,
            long vcores) {
        this.resourceManager = resourceManager;
        this.nodeManager = nodeManager;
        this.nodeId = nodeId;
        this.memoryMegabytes = memoryMegabytes;
        this.vcores = vcores;
    }

    DaemonLook look() {
        more = !more;
        long wanted = vcores + (more ? 1 : 0);
        long start = System.nanoTime();
        String state = state();
        if (!state.equals(DaemonLook.RUNNING)) {
            return new DaemonLook(GIVEN_UP, GIVEN_UP, since(start), state);
        }
        resourceManager.capacity(nodeId, memoryMegabytes, wanted, OVERCOMMIT);
        Duration before = since(start);
        Duration slowest = Duration.ZERO;
        start = System.nanoTime();
        boolean arrived = false;
        while (!arrived && since(start).compareTo(GIVEN_UP) < 0) {
            long asked = System.nanoTime();
            arrived = has(wanted);
            slowest = longer(slowest, since(asked));
            if (!arrived) {
                pause(POLL);
            }
        }
        Duration heartbeat = since(start);
        start = System.nanoTime();
        state = state();
        return new DaemonLook(slowest, heartbeat, longer(before, since(start)), state);
    }

    private String state() {
        return resourceManager.node(nodeId).map(YarnNode::state).orElse("gone");
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** No answer is no capacity. */
    private boolean has(long wanted) {
        try {
            NodeManagerInfo info = nodeManager.info();
            return info.capacityVcores() == wanted;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    static void pause(Duration length) {
        await().pollDelay(length).atMost(length.plus(GIVEN_UP)).until(() -> true);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
