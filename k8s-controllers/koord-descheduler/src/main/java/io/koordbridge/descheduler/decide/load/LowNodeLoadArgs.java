package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;

/**
 * Arguments of LowNodeLoad with all defaults; descheduler specification section 10.1.
 *
 * @param paused whether a run does nothing
 * @param dryRun whether evictions are only noted
 * @param numberOfNodes act only with more nodes that have room
 * @param reportExpiration age at which a report no longer counts
 * @param pods which pods may be chosen
 * @param nodeFit whether a pod is only chosen when some node with room could take it
 * @param detectorTimeout how long a detector is kept after its last use
 * @param pools in order; the first is made of the arguments of the top level
 */
@PureCore
public record LowNodeLoadArgs(
        boolean paused,
        boolean dryRun,
        int numberOfNodes,
        Duration reportExpiration,
        PodChoice pods,
        boolean nodeFit,
        Duration detectorTimeout,
        List<LoadPool> pools) {

    /** Name of the pool that the top level makes. */
    public static final String DEFAULT_POOL = "__default_node_pool__";

    public LowNodeLoadArgs {
        pools = List.copyOf(pools);
    }

    /** Detectors have to outlive the pause between two runs. */
    public LowNodeLoadArgs withDetectorsFor(Duration interval) {
        return detectorTimeout.compareTo(interval) >= 0
                ? this
                : new LowNodeLoadArgs(paused, dryRun, numberOfNodes, reportExpiration, pods, nodeFit, interval, pools);
    }
}
