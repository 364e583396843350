package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spec of one NodeSLO as a tree; manager specification section 7.2. */
@PureCore
public final class NodeSloRenderer {

    private static final String EXTENSIONS = "extensions";

    private NodeSloRenderer() {}

    /**
     * Renders.
     *
     * @param extensions the part of the extensions
     */
    public static ObjectNode render(
            SloConfig.State config, Map<String, String> labels, Map<String, String> annotations, JsonNode extensions) {
        ObjectNode spec = JsonNodeFactory.instance.objectNode();
        for (SloKey key : SloKey.values()) {
            ObjectNode tree = config.of(key).forNode(labels);
            switch (key) {
                case SYSTEM ->
                    withBandwidth(tree, annotations.get(Annotations.NODE_NETWORK_BANDWIDTH))
                            .ifPresent(system -> spec.set(key.specField(), system));
                case HOST_APPLICATIONS -> {
                    JsonNode applications = tree.path(NodeSloSchemas.APPLICATIONS);
                    if (!applications.isEmpty()) {
                        spec.set(key.specField(), applications);
                    }
                }
                case THRESHOLD, QOS, BURST -> spec.set(key.specField(), tree);
            }
        }
        spec.set(EXTENSIONS, extensions);
        return spec;
    }

    /**
     * The same spec, where the parts of keys without a good text since the start stay as the object has them.
     *
     * @param shown spec of the existing object
     */
    public static ObjectNode keeping(ObjectNode rendered, JsonNode shown, SloConfig.State config) {
        ObjectNode kept = rendered.deepCopy();
        for (SloKey key : config.neverGood()) {
            JsonNode part = shown.get(key.specField());
            if (part == null || part.isNull()) {
                kept.remove(key.specField());
            } else {
                kept.set(key.specField(), part);
            }
        }
        return kept;
    }

    private static Optional<ObjectNode> withBandwidth(ObjectNode system, @Nullable String annotation) {
        if (annotation == null) {
            return Optional.of(system);
        }
        Optional<Quantity> bandwidth = QuantityReader.parse(annotation);
        return bandwidth.map(quantity -> system.deepCopy().put(NodeSloSchemas.BANDWIDTH, annotation));
    }
}
