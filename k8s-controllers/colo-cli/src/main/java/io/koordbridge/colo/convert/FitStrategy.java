package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.protocol.PureCore;
import java.util.Set;
import java.util.TreeSet;

/**
 * The strategy of NodeResourcesFit. The chart gives kube-scheduler one for cpu and memory; what else is scored is section {@code balance}.
 */
@PureCore
final class FitStrategy {

    private static final Set<String> OF_KUBE_SCHEDULER = Set.of("cpu", "memory");

    private FitStrategy() {}

    static void apply(String path, JsonNode value, Draft draft) {
        JsonNode strategy = Shapes.object(path, value);
        JsonNode type = strategy.path("type");
        if (!strategy.path("requestedToCapacityRatio").isMissingNode()
                || type.asText().equals("RequestedToCapacityRatio")) {
            draft.untranslated(path, value, "Only the strategies LeastAllocated and MostAllocated are there.");
            return;
        }
        JsonNode known = Shapes.type(path + ".type", type);
        ArrayNode others = JsonNodeFactory.instance.arrayNode();
        Set<Long> weights = new TreeSet<>();
        for (JsonNode one : Shapes.weights(
                path + ".resources",
                strategy.path("resources").isMissingNode()
                        ? JsonNodeFactory.instance.arrayNode()
                        : strategy.path("resources"))) {
            if (OF_KUBE_SCHEDULER.contains(one.path("name").textValue())) {
                weights.add(one.path("weight").longValue());
            } else {
                others.add(one);
            }
        }
        if (!others.isEmpty()) {
            draft.put("config.balance.type", known);
            draft.put("config.balance.resources", others);
        }
        if (!known.textValue().equals(Shapes.LEAST)) {
            draft.untranslated(
                    path + ".type", known, "The chart has LeastAllocated for the cpu and memory of kube-scheduler.");
        }
        if (weights.size() > 1) {
            draft.untranslated(
                    path + ".resources", strategy.path("resources"), "The chart weighs cpu and memory alike.");
        }
    }
}
