package io.koordbridge.koordlet.qos.cpuset;

import java.util.Map;
import java.util.Optional;

/**
 * What binding remembers.
 *
 * @param topology annotations that were read last
 * @param rule the last good one
 */
public record CpusetMemory(Optional<Map<String, String>> topology, Optional<CpusetRule> rule) {

    public static final CpusetMemory NONE = new CpusetMemory(Optional.empty(), Optional.empty());
}
