package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The candidate nodes of a request.
 *
 * @param names in the order of the request
 * @param objects the node objects by name when the scheduler sent them; they go back unchanged
 */
record NodesArgument(List<String> names, Optional<Map<String, JsonNode>> objects) {

    NodesArgument {
        names = List.copyOf(names);
    }
}
