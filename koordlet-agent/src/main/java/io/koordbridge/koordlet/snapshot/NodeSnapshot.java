package io.koordbridge.koordlet.snapshot;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What every strategy of a tick sees.
 *
 * @param cluster last known objects of the API
 * @param slo NodeSLO in force
 * @param processors logical CPUs; empty while unknown
 * @param tier best-effort tier
 * @param load empty while the size of the node or its usage is unknown
 * @param paths names of control groups
 * @param refused files whose last write failed
 * @param evictionFacts usage by which evictions decide
 * @param readings what strategies asked for in addition
 */
public record NodeSnapshot(
        Tick tick,
        NodeView cluster,
        SloInForce slo,
        List<Processor> processors,
        TierReading tier,
        Optional<NodeLoad> load,
        CgroupPaths paths,
        Set<Intent.Target> refused,
        EvictionFacts evictionFacts,
        Readings readings) {

    public NodeSnapshot {
        processors = List.copyOf(processors);
        refused = Set.copyOf(refused);
    }

    /** The same with readings. */
    public NodeSnapshot with(Readings found) {
        return new NodeSnapshot(tick, cluster, slo, processors, tier, load, paths, refused, evictionFacts, found);
    }
}
