package io.koordbridge.manager.config.featuregate;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The gates of one process. */
@PureCore
public final class FeatureGates {

    private final Set<Gate> on;

    private FeatureGates(Set<Gate> on) {
        this.on = on;
    }

    /** Gates at their defaults. */
    public static FeatureGates defaults() {
        return of(Map.of());
    }

    /**
     * Gates at their defaults but for those that are named.
     *
     * @param named on or off by name; a name without value keeps its default
     * @throws IllegalArgumentException on a name that is no gate
     */
    public static FeatureGates of(Map<String, @Nullable Boolean> named) {
        Set<Gate> on = EnumSet.noneOf(Gate.class);
        for (Gate gate : Gate.values()) {
            if (gate.isOnByDefault()) {
                on.add(gate);
            }
        }
        named.forEach((name, value) -> {
            Gate gate = gate(name);
            if (Boolean.TRUE.equals(value)) {
                on.add(gate);
            } else if (value != null) {
                on.remove(gate);
            }
        });
        return new FeatureGates(on);
    }

    /** The problem of the first name that is no gate. */
    public static Optional<String> problem(Set<String> names) {
        return names.stream().filter(name -> find(name).isEmpty()).findFirst().map(FeatureGates::unknown);
    }

    private static Gate gate(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private static Optional<Gate> find(String name) {
        return Arrays.stream(Gate.values())
                .filter(gate -> gate.wireName().equals(name))
                .findFirst();
    }

    private static String unknown(String name) {
        String allowed =
                Arrays.stream(Gate.values()).map(Gate::wireName).sorted().collect(Collectors.joining(", "));
        return "featureGates." + name + " is no gate, allowed: " + allowed;
    }

    /** What is switched on and has no effect, each with the reason. */
    public List<String> idle() {
        List<String> idle = new ArrayList<>();
        for (Gate gate : on) {
            if (!gate.hasEffect()) {
                idle.add("featureGates." + gate.wireName() + " = true has no effect: nothing in this process reads it");
            }
            gate.needs()
                    .filter(needed -> !on.contains(needed))
                    .ifPresent(needed -> idle.add(
                            "featureGates." + gate.wireName() + " = true has no effect without " + needed.wireName()));
        }
        return idle;
    }

    /** Whether the gate is on. */
    public boolean isOn(Gate gate) {
        return on.contains(gate);
    }
}
