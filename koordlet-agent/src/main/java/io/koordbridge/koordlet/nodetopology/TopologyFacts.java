package io.koordbridge.koordlet.nodetopology;

import io.koordbridge.api.topology.Zone;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the NodeResourceTopology shall say.
 *
 * @param annotations JSON texts by key
 * @param numaReservation value of the label of the same name; empty without one
 * @param policy of the topology manager, as the object names it
 * @param zones one for each NUMA node
 */
public record TopologyFacts(
        Map<String, String> annotations, Optional<String> numaReservation, String policy, List<Zone> zones) {

    public TopologyFacts {
        annotations = Map.copyOf(annotations);
        zones = List.copyOf(zones);
    }
}
