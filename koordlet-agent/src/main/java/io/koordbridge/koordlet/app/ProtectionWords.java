package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.protocol.Annotations;
import java.util.Optional;

/** Why this agent's own configuration leaves online pods without protection, for annotations of the Node. */
final class ProtectionWords {

    private static final String OFF = "off: ";

    private ProtectionWords() {}

    /**
     * Why batch work is not suppressed whatever the NodeSLO says; empty where it is.
     *
     * @param enabled {@code suppress.enabled}
     */
    static Optional<String> unsuppressed(FeatureGates gates, boolean enabled) {
        if (!enabled) {
            return Optional.of("suppress.enabled is false");
        }
        return gates.isOn(Gate.BECPU_SUPPRESS) ? Optional.empty() : Optional.of(isOff(Gate.BECPU_SUPPRESS));
    }

    /**
     * Whether batch work is evicted when memory is short, as the annotation says it.
     *
     * @param obstacle why this agent only observes
     */
    static String memory(FeatureGates gates, Optional<String> obstacle) {
        return gates.isOn(Gate.BE_MEMORY_EVICT)
                ? obstacle.map(OFF::concat).orElse(Annotations.ON)
                : OFF + isOff(Gate.BE_MEMORY_EVICT);
    }

    private static String isOff(Gate gate) {
        return "feature gate " + gate.wireName() + " is off";
    }
}
