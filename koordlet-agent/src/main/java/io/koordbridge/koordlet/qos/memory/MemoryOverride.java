package io.koordbridge.koordlet.qos.memory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.slo.MemoryQos;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import java.util.Locale;

/**
 * What a pod says of its memory.
 *
 * @param values those that it names; others are null
 */
@PureCore
record MemoryOverride(Policy policy, MemoryQos values) {

    /** The annotation. */
    static final OverrideKey<MemoryOverride> KEY = new OverrideKey<>(
            "koordinator.sh/memoryQOS",
            "an object with policy none, auto or default, and values of a class: " + MemoryClasses.ALLOWED,
            MemoryOverride::parse);

    /** Which values its own ones are laid over. */
    enum Policy {
        /** No values at all. */
        NONE,
        /** The defaults of its class. */
        AUTO,
        /** Those of its class in the NodeSLO. */
        DEFAULT
    }

    private static MemoryOverride parse(String text) {
        try {
            JsonNode tree = PlainJson.MAPPER.readTree(text);
            if (!tree.isObject()) {
                throw new IllegalArgumentException("not an object");
            }
            String policy = tree.path("policy").asText("");
            MemoryQos values = PlainJson.MAPPER.treeToValue(tree, MemoryQos.class);
            MemoryClasses.requireAllowed(values);
            return new MemoryOverride(
                    policy.isEmpty() ? Policy.DEFAULT : Policy.valueOf(policy.toUpperCase(Locale.ROOT)), values);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }
}
