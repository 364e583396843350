package io.koordbridge.api.document.pod;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * CPUs and NUMA resources that a pod or a Reservation has, as its annotation says.
 *
 * @param cpuset the list of CPUs as written, empty without one
 * @param cpus these CPUs, none where the list cannot be read
 * @param nodes entries in the order of the document; several may name the same NUMA node
 */
@PureCore
public record GivenResources(String cpuset, CpuSet cpus, List<OnNode> nodes) {

    /** Nothing. */
    public static final GivenResources NONE = new GivenResources("", CpuSet.EMPTY, List.of());

    public GivenResources {
        nodes = List.copyOf(nodes);
    }

    /**
     * Resources of one NUMA node.
     *
     * @param node id from 0 to {@value ResourceStatusReader#HIGHEST_NODE}
     * @param resources none below 0
     */
    public record OnNode(int node, Map<String, Quantity> resources) {
        public OnNode {
            resources = Map.copyOf(resources);
        }
    }
}
