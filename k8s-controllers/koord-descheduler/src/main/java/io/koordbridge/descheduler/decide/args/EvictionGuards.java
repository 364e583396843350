package io.koordbridge.descheduler.decide.args;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which pods may be evicted at all.
 *
 * @param failedBarePods whether failed pods without owner may
 * @param allBarePods whether pods without owner may
 * @param localStoragePods whether pods with emptyDir or hostPath may
 * @param systemCriticalPods whether critical pods may; then no priority threshold counts
 * @param ignorePvcPods whether pods with a claim may not
 * @param priorityThreshold pods of this priority and above may not; null for no threshold
 * @param labelSelector that pods must match; null for all pods
 * @param skippedGates checks that are off
 */
@PureCore
public record EvictionGuards(
        boolean failedBarePods,
        boolean allBarePods,
        boolean localStoragePods,
        boolean systemCriticalPods,
        boolean ignorePvcPods,
        @Nullable Integer priorityThreshold,
        @Nullable CompiledSelector labelSelector,
        NamespaceScope namespaces,
        Set<Gate> skippedGates) {

    public EvictionGuards {
        skippedGates = Set.copyOf(skippedGates);
    }

    /** Whether a check is off. */
    public boolean skips(Gate gate) {
        return skippedGates.contains(gate);
    }
}
