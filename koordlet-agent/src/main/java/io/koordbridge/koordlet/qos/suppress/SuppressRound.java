package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.topology.Processor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything one round is given.
 *
 * @param policy input of the decision
 * @param processors logical CPUs, empty while unknown
 * @param topology annotations of the NodeResourceTopology; empty while the object is missing
 * @param pods known pods
 */
public record SuppressRound(
        SuppressPolicy.Input policy,
        List<Processor> processors,
        Optional<Map<String, String>> topology,
        List<PodInfo> pods) {

    public SuppressRound {
        processors = List.copyOf(processors);
        pods = List.copyOf(pods);
    }
}
