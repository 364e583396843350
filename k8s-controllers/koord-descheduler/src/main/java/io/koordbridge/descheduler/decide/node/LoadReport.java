package io.koordbridge.descheduler.decide.node;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the agent of a node reports of its usage; all maps by resource name, cpu in milli-cores, memory in bytes.
 *
 * @param updated time in the report, null when it lacks one
 * @param received when this process first saw this report, by its own clock
 * @param system usage of neither pods nor host applications
 * @param pods usage by {@code namespace/name}
 * @param hostApplications usage by name, without what runs for YARN
 * @param problem why the report cannot be used, empty when it can: a value that is missing, negative or not a quantity
 */
@PureCore
public record LoadReport(
        @Nullable Instant updated,
        Instant received,
        Map<String, Long> system,
        Map<String, Map<String, Long>> pods,
        Map<String, Map<String, Long>> hostApplications,
        String problem) {

    public LoadReport {
        system = Map.copyOf(system);
        pods = Map.copyOf(pods);
        hostApplications = Map.copyOf(hostApplications);
    }
}
