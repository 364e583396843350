package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.cpunormalization.CpuNormalization;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.Optional;

/** {@code manager/cpu-normalization}: the ratio, and whether the node's metadata is written for it. */
public final class CpuNormalizationSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/cpu-normalization";
    }

    @Override
    public JsonNode run(JsonNode input) {
        JsonNode metadata = input.path("node").path("metadata");
        Map<String, String> annotations = ColocationConfigSuite.texts(metadata.path("annotations"));
        NormalizationOutcome outcome = CpuNormalization.calculate(
                config(NodeRatioSchemas.NORMALIZATION, input),
                ColocationConfigSuite.texts(metadata.path("labels")),
                input.path("topologyAbsent").asBoolean()
                        ? null
                        : ColocationConfigSuite.texts(input.path("topologyAnnotations")));

        ObjectNode out = Json.MAPPER.createObjectNode();
        if (outcome.failed()) {
            return out.put("error", true);
        }
        String key = Annotations.NODE_CPU_NORMALIZATION_RATIO;
        String prepared = outcome.preparation().preparedAnnotations(annotations).get(key);
        out.put("ratio", prepared);
        out.put("metaPatch", CpuNormalization.metaCheck(annotations.get(key), prepared));
        return out;
    }

    /** The state after the read at start. */
    static KeyState config(ConfigDocument document, JsonNode input) {
        Map<String, String> data = input.path("configMapAbsent").asBoolean()
                ? null
                : ColocationConfigSuite.texts(input.path("configMapData"));
        return KeyState.initial(document).next(document, data).state();
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> false);
    }
}
