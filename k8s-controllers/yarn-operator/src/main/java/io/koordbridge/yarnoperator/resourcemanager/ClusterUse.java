package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What queues of a cluster hold, and what it has taken from applications.
 *
 * @param allocated what containers hold, by leaf queue
 * @param preempted the ResourceManager's own count since it started, null when it does not say. The CapacityScheduler counts a container of
 *     an overcommitted node with every heartbeat until its NodeManager has ended it
 * @param lost by each application that waits or runs, by its id, null when that could not be read
 */
@PureCore
public record ClusterUse(
        Map<Queue, YarnAmount> allocated,
        @Nullable Long preempted,
        @Nullable Map<String, Lost> lost) {

    /**
     * A leaf queue on the nodes of a node label.
     *
     * @param pool the label, {@code default} for nodes without one
     * @param name with its parents, such as {@code root.default}
     */
    public record Queue(String pool, String name) {}

    /**
     * What an application has lost.
     *
     * @param containers preempted ones, each once, masters among them
     * @param masters preempted ones
     * @param otherMasters those that ended in any other way
     */
    public record Lost(long containers, long masters, long otherMasters) {

        /** Nothing. */
        public static final Lost NOTHING = new Lost(0, 0, 0);

        /** Both together. */
        public Lost plus(Lost more) {
            return new Lost(containers + more.containers, masters + more.masters, otherMasters + more.otherMasters);
        }
    }

    public ClusterUse {
        allocated = Map.copyOf(allocated);
        lost = lost == null ? null : Map.copyOf(lost);
    }
}
