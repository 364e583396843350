package io.koordbridge.descheduler.decide.config;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.limit.RunLimits;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;

/**
 * DeschedulerConfiguration; descheduler specification section 1.
 *
 * @param interval between the starts of runs
 * @param dryRun whether all plugins only pretend
 * @param nodeSelector of the nodes that runs look at; absent or empty for all
 * @param limits of one run
 * @param profiles by order
 */
@PureCore
public record DeschedulerConfig(
        Duration interval,
        boolean dryRun,
        CompiledSelector nodeSelector,
        RunLimits limits,
        List<ProfileConfig> profiles) {

    public DeschedulerConfig {
        profiles = List.copyOf(profiles);
    }
}
