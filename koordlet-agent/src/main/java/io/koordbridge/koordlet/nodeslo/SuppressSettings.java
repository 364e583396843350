package io.koordbridge.koordlet.nodeslo;

import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.protocol.PureCore;
import java.util.OptionalLong;

/**
 * The part of the NodeSLO that suppression follows; specification section 4.2.
 *
 * @param minPercent of the node that best-effort work keeps; empty without a floor
 */
@PureCore
public record SuppressSettings(boolean enabled, long thresholdPercent, OptionalLong minPercent, SuppressMethod method) {

    /**
     * Settings of an effective NodeSLO.
     *
     * @throws IllegalArgumentException naming field, value and allowed range
     */
    public static SuppressSettings of(NodeSloSpec spec) {
        ResourceThresholdStrategy strategy = spec.resourceUsedThresholdWithBE();
        if (strategy == null || strategy.cpuSuppressThresholdPercent() == null) {
            throw new IllegalArgumentException("resourceUsedThresholdWithBE.cpuSuppressThresholdPercent is missing");
        }
        long threshold = strategy.cpuSuppressThresholdPercent();
        Long min = strategy.cpuSuppressMinPercent();
        requirePercent("cpuSuppressThresholdPercent", threshold);
        if (min != null) {
            requirePercent("cpuSuppressMinPercent", min);
        }
        return new SuppressSettings(
                Boolean.TRUE.equals(strategy.enable()),
                threshold,
                min == null ? OptionalLong.empty() : OptionalLong.of(min),
                SuppressMethod.ofName(strategy.cpuSuppressPolicy()));
    }

    private static void requirePercent(String field, long value) {
        if (value < 0 || value > 100) {
            throw new IllegalArgumentException(
                    "resourceUsedThresholdWithBE." + field + " = " + value + ": want 0 to 100");
        }
    }
}
