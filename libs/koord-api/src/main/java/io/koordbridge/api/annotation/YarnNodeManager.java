package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManager of a node as the node agent knows it from the plugin; written when it changes.
 *
 * @param nodeId host and port by which the ResourceManager knows it, null while the plugin has not answered
 * @param capacity the last capacity from the ResourceManager: what it registers with after a failover or a restart, at most
 * @param time RFC 3339, when the agent read it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnNodeManager(
        @Nullable String nodeId,
        @Nullable YarnResource capacity,
        @Nullable String time) {}
