package io.koordbridge.sloconfig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.api.binding.PlainJson;
import java.util.Optional;

/** What all entries for some nodes share: a name and a node selector. */
public final class NodeEntries {

    /** Field with the entry's name. */
    public static final String NAME = "name";
    /** Field with the entry's selector. */
    public static final String NODE_SELECTOR = "nodeSelector";

    private static final ObjectSchema REQUIREMENT = ObjectSchema.of(
            Field.of("key", Scalar.TEXT).means("label key"),
            Field.of("operator", Scalar.TEXT).means("comparison"),
            Field.of("values", new ListSchema(Scalar.TEXT)).means("values of In and NotIn"));
    private static final ObjectSchema SELECTOR = ObjectSchema.of(
            Field.of("matchLabels", new MapSchema(Scalar.TEXT)).means("labels that a node must have"),
            Field.of("matchExpressions", new ListSchema(REQUIREMENT)).means("requirements that must all hold"));

    private NodeEntries() {}

    /** A shape with name and selector added. */
    public static ObjectSchema withIdentity(ObjectSchema shape) {
        return shape.with(
                Field.of(NAME, Scalar.TEXT).means("name of the entry, for messages"),
                Field.of(NODE_SELECTOR, SELECTOR).means("which nodes; without it none, an empty one every node"));
    }

    /** The selector of an entry; empty when the entry has none and so selects no node. */
    public static Optional<LabelSelector> selector(JsonNode entry) {
        JsonNode selector = entry.get(NODE_SELECTOR);
        if (selector == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(PlainJson.MAPPER.treeToValue(selector, LabelSelector.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a decoded selector does not bind: " + selector, e);
        }
    }
}
