package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the operator needs of a ResourceManager. Every call but {@link #ready} ends within the client's time limits. */
public interface ResourceManager extends AutoCloseable {

    /**
     * All nodes the ResourceManager knows, of any state.
     *
     * @throws ResourceManagerException when there is no answer
     */
    List<ReportedNode> nodes();

    /**
     * What applications ask for on nodes without a label, and do not have.
     *
     * @throws ResourceManagerException when there is no answer
     */
    PendingDemand pending();

    /**
     * The same in each partition of labelled nodes; asked for where a node has a label.
     *
     * @throws ResourceManagerException when there is no answer
     */
    default PartitionDemand partitions() {
        return PartitionDemand.UNKNOWN;
    }

    /**
     * Logs in anew when that is due, and reads what an update needs if nothing has been read yet. A KDC that does not answer may hold it up
     * for longer than the client's time limits, so nothing that was decided before may follow it unasked.
     *
     * @throws ResourceManagerException when the log-in fails or there is no answer
     */
    default void ready() {}

    /**
     * Sets memory and vcores of one node; what else it has stays as the last report says.
     *
     * @param overcommitTimeout after which containers that no longer fit are killed; never negative
     * @throws ResourceManagerException when the call is refused or gets no answer; it may have taken effect
     */
    void update(String host, int port, YarnAmount capability, Duration overcommitTimeout);

    /** The minimum allocation in the configuration of the running process, below which it shuts a node down; empty when it does not say. */
    default Optional<YarnAmount> minimum() {
        return Optional.empty();
    }

    /** What the running process is set to, as far as it says so. */
    default SchedulerFacts scheduler() {
        return SchedulerFacts.UNKNOWN;
    }

    /**
     * Applications it remembers, as its web server has them ({@code /ws/v1/cluster/apps}).
     *
     * @param states theirs, with commas
     * @param most more are left out
     * @throws ResourceManagerException when there is no answer
     */
    default JsonNode applications(String states, int most) {
        return MissingNode.getInstance();
    }

    /**
     * What queues hold and what applications have lost, as its web server says; empty without an answer.
     *
     * @throws ResourceManagerException when there is no answer
     */
    default Optional<ClusterUse> use() {
        return Optional.empty();
    }

    /** Which ResourceManager answers: another number after each failover that is known of, 0 when none is. */
    default long epoch() {
        return 0;
    }

    @Override
    void close();
}
