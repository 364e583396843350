package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.MergedConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The extensions of every NodeSLO; a new one is one line. */
@PureCore
public final class NodeSloExtensions {

    /** All of them. */
    public static final List<NodeSloExtension> ALL = List.of();

    /** The reference's agents read extensions below this field. */
    private static final String OBJECT = "Object";

    private NodeSloExtensions() {}

    /**
     * The extensions of one object.
     *
     * @param tree the part of its spec
     * @param problems one for each extension that failed and keeps what the object shows
     */
    public record Outcome(JsonNode tree, List<String> problems) {

        public Outcome {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Lays the values of the extensions over what the object shows; names that belong to no extension stay.
     *
     * @param shown extensions of the existing object, null when absent
     */
    public static Outcome apply(
            List<NodeSloExtension> extensions,
            SloConfig.State config,
            Map<String, String> labels,
            Map<String, String> annotations,
            @Nullable JsonNode shown) {
        if (extensions.isEmpty() && shown != null) {
            return new Outcome(shown, List.of());
        }
        ObjectNode tree =
                shown instanceof ObjectNode before ? before.deepCopy() : JsonNodeFactory.instance.objectNode();
        ObjectNode values = tree.get(OBJECT) instanceof ObjectNode before ? before : tree.putObject(OBJECT);
        List<String> problems = new ArrayList<>();
        for (NodeSloExtension extension : extensions) {
            MergedConfig inForce = config.extensions().get(extension.document().key());
            if (inForce == null) {
                continue;
            }
            try {
                Optional<JsonNode> value = extension.value(inForce.forNode(labels), labels, annotations);
                value.ifPresentOrElse(one -> values.set(extension.name(), one), () -> values.remove(extension.name()));
            } catch (RuntimeException e) {
                problems.add("extensions." + OBJECT + "." + extension.name() + ": " + e);
            }
        }
        return new Outcome(tree, problems);
    }
}
