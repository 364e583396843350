package io.koordbridge.descheduler.decide.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;

/**
 * A plugin that a profile switches on.
 *
 * @param dryRun whether it only pretends; not in the reference
 * @param args its arguments without kind and version, missing when absent
 */
@PureCore
public record PluginChoice(String name, boolean dryRun, JsonNode args) {}
