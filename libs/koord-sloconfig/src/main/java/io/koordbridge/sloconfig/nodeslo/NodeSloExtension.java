package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.ConfigDocument;
import java.util.Map;
import java.util.Optional;

/**
 * A part of NodeSLOs below {@code extensions}, with a key of the config map of its own; manager specification section 7.2. An
 * extension is a value without memory: a package, and one line in {@link NodeSloExtensions}. What it throws keeps what the object
 * shows of it.
 */
public interface NodeSloExtension {

    /** Its name below {@code extensions.Object}; no other extension writes it. */
    String name();

    /** Its key of the config map, which no other part reads. */
    ConfigDocument document();

    /** What the key is for, one line for people. */
    String meaning();

    /**
     * What a node's object shows.
     *
     * @param strategy what is in force for the node; never change it
     * @return empty: the object shows nothing of it
     */
    Optional<JsonNode> value(ObjectNode strategy, Map<String, String> labels, Map<String, String> annotations);
}
