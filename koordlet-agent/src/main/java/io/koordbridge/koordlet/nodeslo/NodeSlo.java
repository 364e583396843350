package io.koordbridge.koordlet.nodeslo;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.api.slo.SystemStrategy;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.nodeslo.EffectiveNodeSlo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One version of the NodeSLO, ready for use.
 *
 * @param given spec of the object, to see changes by
 * @param effective the same with every default filled in
 * @param suppress the last version of the section that could be used; empty when there was none
 */
@PureCore
public record NodeSlo(NodeSloSpec given, NodeSloSpec effective, Optional<SuppressSettings> suppress) {

    private static final NodeSloSpec EMPTY = new NodeSloSpec(null, null, null, null, null, null);

    /**
     * Reads a spec; the same spec as before is not read again.
     *
     * @param before the version before, whose sections hold where those of the new one cannot be used
     * @param problems takes field, value and range of each section that cannot be used
     */
    public static NodeSlo of(@Nullable NodeSloSpec spec, @Nullable NodeSlo before, Consumer<String> problems) {
        NodeSloSpec given = Objects.requireNonNullElse(spec, EMPTY);
        if (before != null && before.given().equals(given)) {
            return before;
        }
        NodeSloSpec effective = EffectiveNodeSlo.of(given);
        return new NodeSlo(given, effective, suppress(effective, before, problems));
    }

    private static Optional<SuppressSettings> suppress(
            NodeSloSpec effective, @Nullable NodeSlo before, Consumer<String> problems) {
        ResourceThresholdStrategy strategy = effective.resourceUsedThresholdWithBE();
        try {
            SuppressSettings settings = SuppressSettings.of(effective);
            if (strategy != null && SuppressMethod.isUnknown(strategy.cpuSuppressPolicy())) {
                problems.accept("NodeSLO: resourceUsedThresholdWithBE.cpuSuppressPolicy = '"
                        + strategy.cpuSuppressPolicy() + "': want cpuset or cfsQuota; it counts as cpuset");
            }
            return Optional.of(settings);
        } catch (IllegalArgumentException e) {
            problems.accept("NodeSLO: " + e.getMessage() + "; the last good settings hold");
            return before == null ? Optional.empty() : before.suppress();
        }
    }

    /** Settings of the kernel. */
    public Optional<SystemStrategy> system() {
        return Optional.ofNullable(effective.systemStrategy());
    }

    /** Settings of classes of pods; neutral where a part is off. */
    public Optional<ResourceQosStrategy> qos() {
        return Optional.ofNullable(effective.resourceQOSStrategy());
    }

    /** Applications outside of pods. */
    public List<HostApplication> hostApplications() {
        List<HostApplication> applications = effective.hostApplications();
        return applications == null ? List.of() : applications;
    }
}
