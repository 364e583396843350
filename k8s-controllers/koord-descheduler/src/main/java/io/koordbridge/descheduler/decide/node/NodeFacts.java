package io.koordbridge.descheduler.decide.node;

import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/**
 * A node.
 *
 * @param traits name, labels, taints, cordon
 * @param ready whether its Ready condition is True or absent
 * @param allocatable of the status, by resource name: cpu in milli-cores, all others in their own unit
 * @param capacity what usage is compared with: annotation node.koordinator.sh/raw-allocatable, else {@code allocatable}; same units
 */
@PureCore
public record NodeFacts(NodeTraits traits, boolean ready, Map<String, Long> allocatable, Map<String, Long> capacity) {

    public NodeFacts {
        allocatable = Map.copyOf(allocatable);
        capacity = Map.copyOf(capacity);
    }

    /** Name of the node. */
    public String name() {
        return traits.name();
    }
}
