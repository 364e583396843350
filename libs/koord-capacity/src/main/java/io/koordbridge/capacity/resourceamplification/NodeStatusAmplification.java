package io.koordbridge.capacity.resourceamplification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.document.node.RawAllocatableDocument;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Amplifies what the kubelet reports as allocatable, and keeps what it reported; manager specification section 9.4. */
@PureCore
public final class NodeStatusAmplification {

    private static final List<String> AMPLIFIED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

    private NodeStatusAmplification() {}

    /**
     * Outcome of an update of a node's status.
     *
     * @param node the node to store
     * @param problem why the update is refused, null when it is not
     */
    public record Outcome(ObjectNode node, @Nullable String problem) {}

    /** What to store; neither argument changes. */
    public static Outcome update(ObjectNode node, @Nullable ObjectNode oldNode) {
        ObjectNode result = node.deepCopy();
        String ratioText =
                annotation(result, Annotations.NODE_AMPLIFICATION_RATIO).orElse("");
        if (ratioText.isEmpty()) {
            if (result.path("metadata").path("annotations") instanceof ObjectNode annotations) {
                annotations.remove(Annotations.NODE_RAW_ALLOCATABLE);
            }
            return new Outcome(result, null);
        }
        if (!(result.path("status").path("allocatable") instanceof ObjectNode allocatable)) {
            return new Outcome(result, null);
        }
        Decoded<Map<String, Quantity>> raw =
                raw(result, allocatable, oldNode == null ? MissingNode.getInstance() : oldNode);
        Decoded<Map<String, Double>> ratios = NodeRatioDocument.amplification(ratioText);
        for (Decoded<?> document : List.of(raw, ratios)) {
            if (document.value() == null && !document.isGood()) {
                return new Outcome(node, document.problems().get(0).message());
            }
        }
        for (String name : AMPLIFIED) {
            double ratio = ratios.orElse(Map.of()).getOrDefault(name, 1.0);
            Quantity reported = raw.orElse(Map.of()).get(name);
            if (ratio > 1 && reported != null) {
                allocatable.put(
                        name, ExactQuantity.of(reported).scaledMilli(ratio).canonicalText());
            }
        }
        return new Outcome(result, null);
    }

    /** What the kubelet reported: the new values when they are new, else what was kept. Keeps them in the node. */
    private static Decoded<Map<String, Quantity>> raw(ObjectNode node, ObjectNode allocatable, JsonNode oldNode) {
        Optional<String> kept = annotation(node, Annotations.NODE_RAW_ALLOCATABLE);
        JsonNode before = oldNode.path("status").path("allocatable");
        boolean changed = AMPLIFIED.stream().anyMatch(name -> differs(before, allocatable, name));
        if (kept.isPresent() && !changed) {
            return RawAllocatableDocument.read(kept.get());
        }
        ObjectNode reported = JsonNodeFactory.instance.objectNode();
        for (String name : AMPLIFIED) {
            quantity(allocatable, name).ifPresent(amount -> reported.put(name, amount.canonicalText()));
        }
        if (!reported.isEmpty() && node.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.put(Annotations.NODE_RAW_ALLOCATABLE, reported.toString());
        }
        return RawAllocatableDocument.read(reported.toString());
    }

    private static boolean differs(JsonNode before, JsonNode after, String name) {
        Optional<ExactQuantity> left = quantity(before, name);
        Optional<ExactQuantity> right = quantity(after, name);
        return left.isPresent() != right.isPresent()
                || (left.isPresent() && !left.get().sameValue(right.orElseThrow()));
    }

    private static Optional<ExactQuantity> quantity(JsonNode resources, String name) {
        JsonNode value = resources.path(name);
        return value.isValueNode() && !value.isNull() ? ExactQuantity.parse(value.asText()) : Optional.empty();
    }

    private static Optional<String> annotation(ObjectNode node, String key) {
        JsonNode text = node.path("metadata").path("annotations").path(key);
        return text.isTextual() ? Optional.of(text.textValue()) : Optional.empty();
    }
}
