package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * The part of a document for some nodes, as written.
 *
 * @param path where it is, with a dot behind it
 * @param name empty when it has none
 * @param selector null selects no node
 */
public record NodeEntry(String path, String name, @Nullable LabelSelector selector, ObjectNode tree) {}
