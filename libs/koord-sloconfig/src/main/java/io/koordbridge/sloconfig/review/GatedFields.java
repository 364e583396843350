package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.catalog.Actor;
import io.koordbridge.sloconfig.catalog.AgentGate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Fields that have no effect while a feature gate of koordlet is off. */
@PureCore
public final class GatedFields {

    private GatedFields() {}

    /**
     * One finding for each field that is set; by key and line.
     *
     * @param gates of the agents by name; one that is not named has its default
     */
    public static List<Finding> of(Map<String, String> data, Map<String, Boolean> gates) {
        return SetFields.of(data, (key, path) -> warning(key, path, gates));
    }

    private static Optional<SetFields.Warning> warning(String key, String path, Map<String, Boolean> gates) {
        List<AgentGate> needed =
                Actor.of(key, path) == Actor.AGENT && !isFrame(path) ? AgentGate.of(key, path) : List.of();
        if (needed.isEmpty() || needed.stream().anyMatch(gate -> gate.isOn(gates))) {
            return Optional.empty();
        }
        String names = needed.stream().map(AgentGate::wireName).collect(Collectors.joining(" or "));
        return Optional.of(new SetFields.Warning(
                "koordlet acts on it only with feature gate " + names + ", which is off",
                "koordlet.config.featureGates." + needed.get(0).wireName() + "=true"));
    }

    /** What holds strategies and chooses their nodes. */
    private static boolean isFrame(String path) {
        return path.matches("clusterStrategy|nodeStrategies(\\[])?|name|nodeSelector.*");
    }
}
