package io.koordbridge.descheduler.decide.run;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;

/**
 * What one run did.
 *
 * @param nodes how many nodes it looked at
 * @param plugins in the order of their turns
 * @param error why it was skipped or ended before its time, empty when it was not
 */
@PureCore
public record RunResult(Instant at, int nodes, List<PluginRun> plugins, String error) {

    public RunResult {
        plugins = List.copyOf(plugins);
    }

    /** Requests that were accepted, in order. */
    public List<EvictionRequest> accepted() {
        return plugins.stream()
                .flatMap(plugin -> plugin.answers().stream())
                .filter(answer -> answer.verdict().allowed())
                .map(PluginRun.Answer::request)
                .toList();
    }
}
