package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;

/** What a value has to be, and how koord-scheduler writes it. */
@FunctionalInterface
interface Shape {

    /**
     * The value for koord-scheduler.
     *
     * @throws RefusedFieldException if koord-scheduler would not start with it
     */
    JsonNode taken(String path, JsonNode value, Draft draft);
}
