package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * What a plugin asks for.
 *
 * @param plugin name of the plugin
 * @param reason sentence with numbers, for people
 * @param targets nodes that could take the pod, empty when the plugin did not look
 */
@PureCore
public record EvictionRequest(PodFacts pod, String plugin, String reason, List<String> targets) {

    public EvictionRequest {
        targets = List.copyOf(targets);
    }
}
