package io.koordbridge.koordlet.qos.cpuset;

import java.util.Map;
import java.util.Optional;

/**
 * What binding remembers.
 *
 * @param topology annotations that were read last
 * @param rule the last good one
 * @param plan the last one; it holds while what it was made of does not change
 */
public record CpusetMemory(Optional<Map<String, String>> topology, Optional<CpusetRule> rule, CpusetPlan plan) {

    public static final CpusetMemory NONE = new CpusetMemory(Optional.empty(), Optional.empty(), CpusetPlan.NONE);
}
