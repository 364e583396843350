package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.resourceamplification.AmplificationOutcome;
import io.koordbridge.capacity.resourceamplification.ResourceAmplification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.Optional;

/** {@code manager/resource-amplification}: the annotation, and whether the node's metadata is written for it. */
public final class ResourceAmplificationSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/resource-amplification";
    }

    @Override
    public JsonNode run(JsonNode input) {
        JsonNode metadata = input.path("node").path("metadata");
        Map<String, String> annotations = ColocationConfigSuite.texts(metadata.path("annotations"));
        AmplificationOutcome outcome = ResourceAmplification.calculate(
                CpuNormalizationSuite.config(NodeRatioSchemas.AMPLIFICATION, input),
                ColocationConfigSuite.texts(metadata.path("labels")),
                annotations);

        String key = Annotations.NODE_AMPLIFICATION_RATIO;
        String prepared = outcome.preparation().preparedAnnotations(annotations).get(key);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("annotation", prepared);
        out.put("metaPatch", ResourceAmplification.metaCheck(annotations.get(key), prepared));
        out.put("error", outcome.failed());
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> false);
    }
}
