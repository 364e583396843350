package io.koordbridge.page.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;

/** Lists in a form whose differences are small: a merge patch replaces arrays as a whole. */
@PureCore
public final class LiveDocument {

    private LiveDocument() {}

    /** {@code {"order": ["KEY", …], "rows": {"KEY": ROW, …}}}; a key is made of fields of the row, with slashes between. */
    public static ObjectNode keyed(ArrayNode list, String... keyFields) {
        ObjectNode rows = JsonNodeFactory.instance.objectNode();
        ArrayNode order = JsonNodeFactory.instance.arrayNode();
        for (JsonNode row : list) {
            StringBuilder key = new StringBuilder();
            for (String field : keyFields) {
                key.append(key.isEmpty() ? "" : "/").append(row.path(field).asText());
            }
            rows.set(key.toString(), row);
            order.add(key.toString());
        }
        ObjectNode keyed = JsonNodeFactory.instance.objectNode();
        keyed.set("order", order);
        keyed.set("rows", rows);
        return keyed;
    }
}
