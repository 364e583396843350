package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What applications of a cluster ask for and do not have.
 *
 * @param unlabelled for nodes without a label, null when it could not be read
 * @param partitions for nodes with one
 */
@PureCore
public record ClusterDemand(@Nullable PendingDemand unlabelled, PartitionDemand partitions) {

    public static final ClusterDemand UNKNOWN = new ClusterDemand(null, PartitionDemand.UNKNOWN);

    /**
     * What the nodes of a partition could serve, empty when that is not known: unknown is not idle.
     *
     * @param partition label of the nodes, empty for those without
     */
    public Optional<PendingDemand> of(String partition) {
        if (partition.isEmpty()) {
            return Optional.ofNullable(unlabelled);
        }
        PendingDemand own = partitions.pending().get(partition);
        if (own == null || !partitions.shared().contains(partition)) {
            return Optional.ofNullable(own);
        }
        if (unlabelled == null) {
            return Optional.of(own).filter(PendingDemand::waits);
        }
        return Optional.of(own.plus(unlabelled));
    }
}
