package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code manager/pod-mutate}: a pod through the mutating webhook. */
public final class PodMutateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/pod-mutate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        return mutate(input, quota -> Optional.empty());
    }

    static JsonNode mutate(JsonNode input, Function<String, Optional<LabelSelector>> treeNodes) {
        ObjectNode pod = (ObjectNode) input.get("pod");
        ObjectNode out = Json.MAPPER.createObjectNode();
        if (!input.path("operation").asText().equals("CREATE")) {
            out.set("pod", pod);
            return out;
        }
        List<CompiledProfile> profiles = new ArrayList<>();
        input.path("profiles")
                .forEach(one -> profiles.add(CompiledProfile.of(Json.as(one, ClusterColocationProfile.class))));
        Map<String, PriorityClass> priorityClasses = new HashMap<>();
        input.path("priorityClasses").forEach(one -> {
            PriorityClass found = Json.as(one, PriorityClass.class);
            priorityClasses.put(found.getMetadata().getName(), found);
        });
        Map<String, String> labels = null;
        for (JsonNode namespace : input.path("namespaces")) {
            JsonNode metadata = namespace.path("metadata");
            if (metadata.path("name").equals(pod.path("metadata").path("namespace"))) {
                labels = ColocationConfigSuite.texts(metadata.path("labels"));
            }
        }
        PodMutation.Outcome outcome = PodMutation.mutate(new PodMutation.Input(
                pod,
                labels,
                profiles,
                priorityClasses,
                profile -> input.path("randomDraw").asInt(),
                gates(input.path("featureGates")),
                treeNodes));
        if (outcome.refusal() == null) {
            out.set("pod", outcome.pod());
        } else {
            out.put("error", true);
        }
        return out;
    }

    private static PodMutation.Gates gates(JsonNode gates) {
        return new PodMutation.Gates(
                gates.path("ColocationProfileSkipMutatingResources").asBoolean(),
                gates.path("DisableExtendedResourceSpec").asBoolean(),
                gates.path("DisableDeviceResourceSpec").asBoolean());
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        if (expect.path("error").asBoolean()) {
            return actual.path("error").asBoolean() ? Optional.empty() : Optional.of("expected an error: " + actual);
        }
        return VectorTrees.difference(
                parsed(expect),
                parsed(actual),
                field -> holdsQuantities(field) || field.equals("extendedResourceSpec"));
    }

    /** Fields of a pod whose texts are compared by value. */
    static boolean holdsQuantities(String field) {
        return switch (field) {
            case "limits", "requests", "overhead", "sizeLimit" -> true;
            default -> false;
        };
    }

    /** The annotation counts by presence and by content; a text that is no JSON stays a text. */
    private static JsonNode parsed(JsonNode outcome) {
        ObjectNode copy = outcome.deepCopy();
        JsonNode text = copy.at("/pod/metadata/annotations").path(Annotations.POD_EXTENDED_RESOURCE_SPEC);
        if (text.isTextual()) {
            copy.set("extendedResourceSpec", ElasticQuotaMutateSuite.parsed(text));
            ((ObjectNode) copy.at("/pod/metadata/annotations")).put(Annotations.POD_EXTENDED_RESOURCE_SPEC, "present");
        }
        return copy;
    }
}
