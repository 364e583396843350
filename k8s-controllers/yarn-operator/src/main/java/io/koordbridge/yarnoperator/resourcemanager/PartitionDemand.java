package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Set;

/**
 * What applications ask for in the partitions that node labels make; the nodes without a label are another matter.
 *
 * @param pending by label; one that is not in it is not known
 * @param shared labels whose idle nodes also serve applications that ask for no label
 */
@PureCore
public record PartitionDemand(Map<String, PendingDemand> pending, Set<String> shared) {

    /** Nothing is known. */
    public static final PartitionDemand UNKNOWN = new PartitionDemand(Map.of(), Set.of());

    public PartitionDemand {
        pending = Map.copyOf(pending);
        shared = Set.copyOf(shared);
    }
}
