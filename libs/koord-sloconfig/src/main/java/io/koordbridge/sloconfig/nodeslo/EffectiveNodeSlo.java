package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.binding.StrictBinding;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Overlay;
import java.util.Optional;

/** The spec of a NodeSLO as a node agent follows it: every default filled in; node agent specification section 4.2. */
@PureCore
public final class EffectiveNodeSlo {

    private static final JsonMapper MAPPER = StrictBinding.mapper()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private EffectiveNodeSlo() {}

    /**
     * Fills in the defaults; parts of a class that are off get neutral values.
     *
     * @throws IllegalArgumentException when a field does not fit its type
     */
    public static NodeSloSpec of(NodeSloSpec given) {
        ObjectNode raw = MAPPER.valueToTree(given);
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        for (SloKey key : SloKey.values()) {
            if (key != SloKey.HOST_APPLICATIONS) {
                JsonNode part = raw.path(key.specField());
                ObjectNode defaults = key == SloKey.QOS
                        ? QosDefaults.copy()
                        : SloDocument.of(key).defaults();
                merged.set(key.specField(), over(key, defaults, part));
            }
        }
        if (merged.get(SloKey.QOS.specField()) instanceof ObjectNode strategy) {
            QosDefaults.neutralize(strategy);
        }
        JsonNode applications = raw.path(SloKey.HOST_APPLICATIONS.specField());
        if (!applications.isMissingNode()) {
            merged.set(SloKey.HOST_APPLICATIONS.specField(), applications);
        }
        merged.set("extensions", Optional.ofNullable(raw.get("extensions")).orElseGet(EffectiveNodeSlo::noExtensions));
        return typed(merged);
    }

    private static ObjectNode over(SloKey key, ObjectNode defaults, JsonNode part) {
        return part instanceof ObjectNode tree
                ? Overlay.merge(defaults, tree, SloDocument.of(key).strategy())
                : defaults.deepCopy();
    }

    private static ObjectNode noExtensions() {
        ObjectNode extensions = JsonNodeFactory.instance.objectNode();
        extensions.putNull("Object");
        return extensions;
    }

    private static NodeSloSpec typed(ObjectNode tree) {
        try {
            return MAPPER.treeToValue(tree, NodeSloSpec.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }
}
