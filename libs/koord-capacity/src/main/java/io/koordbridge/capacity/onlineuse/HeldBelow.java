package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Up to which share of a node online and batch work together may run there.
 *
 * @param cpuPercent where the agent suppresses batch work
 * @param memoryPercent where the agent evicts batch work
 */
@PureCore
public record HeldBelow(long cpuPercent, long memoryPercent) {

    /** What agents do without configuration. */
    public static final HeldBelow DEFAULT = new HeldBelow(65, 70);

    private static final long MOST = 1000;

    public HeldBelow {
        cpuPercent = Math.max(0, Math.min(cpuPercent, MOST));
        memoryPercent = Math.max(0, Math.min(memoryPercent, MOST));
    }

    /** What the NodeSLO of a node says, null without one. */
    public static HeldBelow of(@Nullable NodeSloSpec slo) {
        ResourceThresholdStrategy rules = slo == null ? null : slo.resourceUsedThresholdWithBE();
        return rules == null
                ? DEFAULT
                : new HeldBelow(
                        Objects.requireNonNullElse(rules.cpuSuppressThresholdPercent(), DEFAULT.cpuPercent),
                        Objects.requireNonNullElse(rules.memoryEvictThresholdPercent(), DEFAULT.memoryPercent));
    }
}
