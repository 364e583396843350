package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * Most evictions that one run asks for; null is no limit, 0 allows none. Descheduler specification section 1.
 *
 * @param perNode {@code maxNoOfPodsToEvictPerNode}; evictions of the node's pods by other clients within the window count
 * @param perNamespace {@code maxNoOfPodsToEvictPerNamespace}
 * @param total {@code maxNoOfPodsToEvictTotal}
 */
@PureCore
public record RunLimits(
        @Nullable Integer perNode,
        @Nullable Integer perNamespace,
        @Nullable Integer total) {

    /** No limit. */
    public static final RunLimits NONE = new RunLimits(null, null, null);
}
