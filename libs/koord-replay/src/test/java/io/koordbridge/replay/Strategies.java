package io.koordbridge.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;

/** Strategies that differ from the defaults in one number. */
final class Strategies {

    private Strategies() {}

    static ColocationStrategy with(String field, long value) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put(field, value);
        return ColocationStrategy.overDefaults(document);
    }
}
