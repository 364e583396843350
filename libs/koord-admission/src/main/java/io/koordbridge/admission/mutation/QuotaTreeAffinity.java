package io.koordbridge.admission.mutation;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.protocol.PureCore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keeps a pod on the nodes of its quota tree: step 3 of the mutation, manager specification section 9.2. */
@PureCore
final class QuotaTreeAffinity {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String TERMS = "nodeSelectorTerms";
    private static final String EXPRESSIONS = "matchExpressions";

    private QuotaTreeAffinity() {}

    /** Adds what the selector requires to every required term that lacks it; a selector of all nodes changes nothing. */
    static void apply(ObjectNode pod, LabelSelector selector) {
        ArrayNode requirements = requirements(selector);
        if (requirements.isEmpty()) {
            return;
        }
        ObjectNode nodeAffinity = PodTree.child(PodTree.child(PodTree.child(pod, "spec"), "affinity"), "nodeAffinity");
        ObjectNode required = PodTree.child(nodeAffinity, "requiredDuringSchedulingIgnoredDuringExecution");
        ArrayNode terms = array(required, TERMS);
        if (terms.isEmpty()) {
            terms.addObject();
        }
        for (JsonNode term : terms) {
            if (term instanceof ObjectNode object) {
                addMissing(array(object, EXPRESSIONS), requirements);
            }
        }
    }

    /** All of them or none: admission may see a pod twice. */
    private static void addMissing(ArrayNode present, ArrayNode requirements) {
        Set<JsonNode> known = new HashSet<>();
        present.forEach(known::add);
        if (!requirements.valueStream().allMatch(known::contains)) {
            present.addAll(requirements.deepCopy());
        }
    }

    private static ArrayNode array(ObjectNode parent, String name) {
        return parent.get(name) instanceof ArrayNode present ? present : parent.putArray(name);
    }

    private static ArrayNode requirements(LabelSelector selector) {
        ArrayNode requirements = NODES.arrayNode();
        Map<String, String> labels = orEmpty(selector.getMatchLabels());
        new TreeMap<>(labels).forEach((key, value) -> requirement(requirements, key, "In", List.of(value)));
        if (selector.getMatchExpressions() != null) {
            selector.getMatchExpressions()
                    .forEach(one ->
                            requirement(requirements, one.getKey(), one.getOperator(), orEmpty(one.getValues())));
        }
        return requirements;
    }

    private static void requirement(ArrayNode requirements, String key, String operator, List<String> values) {
        ObjectNode requirement = requirements.addObject().put("key", key).put("operator", operator);
        if (!values.isEmpty()) {
            values.forEach(requirement.putArray("values")::add);
        }
    }
}
