package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.colocation.ColocationConfig;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.Step;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code manager/colocation-config}: a sequence of config map events, then the strategy of a node. */
public final class ColocationConfigSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/colocation-config";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode steps = out.putArray("steps");
        State state = State.INITIAL;
        for (JsonNode event : input.get("steps")) {
            Step step = ColocationConfigReader.next(state, data(event));
            state = step.state();
            ObjectNode shown = steps.addObject();
            shown.put("changed", step.changed());
            shown.put("available", state.available());
            shown.put("errorStatus", state.faulty());
            ArrayNode events = shown.putArray("events");
            if (step.problems().stream().anyMatch(one -> one.kind() == Problem.Kind.UNREADABLE)) {
                events.addObject().put("type", "Warning").put("reason", "ColocationCfgUnmarshalFailed");
            }
            if (step.changed()) {
                shown.set("config", config(state.config()));
            }
        }
        if (input.hasNonNull("node")) {
            JsonNode metadata = input.get("node").path("metadata");
            EffectiveStrategy.ForNode node = EffectiveStrategy.of(
                    state.config(), texts(metadata.path("labels")), texts(metadata.path("annotations")));
            out.set("nodeStrategy", Json.MAPPER.valueToTree(node.strategy()));
        }
        return out;
    }

    private static JsonNode config(ColocationConfig config) {
        ObjectNode tree = config.cluster().tree().deepCopy();
        ArrayNode entries = tree.putArray("nodeConfigs");
        for (ColocationConfig.Entry entry : config.entries()) {
            ObjectNode one = entry.merged().tree().deepCopy();
            one.put("name", entry.name());
            one.set(
                    "nodeSelector",
                    Json.tree(
                            entry.selector().source() == null
                                    ? Map.of()
                                    : entry.selector().source()));
            entries.add(one);
        }
        return tree;
    }

    static @Nullable Map<String, String> data(JsonNode event) {
        return event.path("absent").asBoolean() ? null : texts(event.path("data"));
    }

    /** A map of texts; null is the empty text in it. */
    static Map<String, String> texts(JsonNode object) {
        Map<String, String> map = new TreeMap<>();
        object.properties()
                .forEach(field -> map.put(field.getKey(), field.getValue().asText("")));
        return map;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> false);
    }
}
