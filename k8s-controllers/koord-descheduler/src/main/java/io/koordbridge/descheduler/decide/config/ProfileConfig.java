package io.koordbridge.descheduler.decide.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * A profile: plugins, and the nodes that they look at.
 *
 * @param dryRun whether its plugins only pretend; not in the reference
 * @param nodeSelector of its nodes; absent or empty for all
 * @param deschedule plugins that look at each pod for itself, in order
 * @param balance plugins that look at nodes together, in order
 * @param migration arguments of MigrationController, which filters and evicts; missing when absent
 */
@PureCore
public record ProfileConfig(
        String name,
        boolean dryRun,
        CompiledSelector nodeSelector,
        List<PluginChoice> deschedule,
        List<PluginChoice> balance,
        JsonNode migration) {

    public ProfileConfig {
        deschedule = List.copyOf(deschedule);
        balance = List.copyOf(balance);
    }
}
