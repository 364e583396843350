package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A conversion while it is made. */
final class Draft {

    private final ObjectNode scheduler = JsonNodeFactory.instance.objectNode();
    private final List<Untranslated> untranslated = new ArrayList<>();

    /**
     * Sets a value.
     *
     * @param key below {@code scheduler}, names joined by dots
     */
    void put(String key, JsonNode value) {
        int dot = key.lastIndexOf('.');
        parent(dot < 0 ? "" : key.substring(0, dot)).set(key.substring(dot + 1), value);
    }

    /** The value of a key, missing when none is set. */
    JsonNode get(String key) {
        return scheduler.at("/" + key.replace('.', '/'));
    }

    void untranslated(String field, JsonNode value, String reason) {
        untranslated.add(new Untranslated(field, value.toString(), reason));
    }

    Conversion finish() {
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        values.set("scheduler", scheduler);
        return new Conversion(values, untranslated);
    }

    private ObjectNode parent(String path) {
        ObjectNode parent = scheduler;
        for (String name : path.isEmpty() ? new String[0] : path.split("\\.")) {
            parent = parent.withObjectProperty(name);
        }
        return parent;
    }
}
