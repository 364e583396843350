package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Map;

/**
 * What LowNodeLoad remembers between runs: detectors by node.
 *
 * @param nodes of all usage
 * @param prods of the usage of prod pods
 */
@PureCore
public record LoadMemory(Map<String, Seen> nodes, Map<String, Seen> prods) {

    /** Of a process that has just started. */
    public static final LoadMemory EMPTY = new LoadMemory(Map.of(), Map.of());

    public LoadMemory {
        nodes = Map.copyOf(nodes);
        prods = Map.copyOf(prods);
    }

    /** A detector and its last use. */
    public record Seen(AnomalyDetector detector, Instant used) {}
}
