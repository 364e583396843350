package io.koordbridge.koordlet.gate;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.review.NearestName;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The gates of a process.
 *
 * @param named on or off by name; what is not named has its default
 */
@PureCore
public record FeatureGates(Map<String, Boolean> named) {

    /** Groups of gates that every component of Kubernetes knows; here they have no members. */
    private static final Set<String> GROUPS = Set.of("AllAlpha", "AllBeta");

    /** @throws IllegalArgumentException on a name that is no gate, with the nearest one */
    public FeatureGates {
        named = Map.copyOf(named);
        named.keySet().forEach(FeatureGates::require);
    }

    /**
     * Gates as a flag lists them: {@code A=true,B=false}.
     *
     * @throws IllegalArgumentException naming what is no gate, or has no value
     */
    public static Map<String, Boolean> parse(String text) {
        Map<String, Boolean> named = new LinkedHashMap<>();
        for (String one : text.split(",")) {
            String[] parts = one.strip().split("=", 2);
            if (!one.isBlank() && !GROUPS.contains(parts[0])) {
                require(parts[0]);
                named.put(parts[0], value(one, parts));
            }
        }
        return named;
    }

    private static boolean value(String one, String[] parts) {
        String value = parts.length == 2 ? parts[1] : "";
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("featureGates: '" + one + "': want " + parts[0] + "=true or false");
        }
        return value.equals("true");
    }

    private static void require(String name) {
        if (find(name).isEmpty()) {
            List<String> names =
                    Arrays.stream(Gate.values()).map(Gate::wireName).sorted().toList();
            throw new IllegalArgumentException("featureGates." + name + " is no gate"
                    + NearestName.of(name, names)
                            .map(nearest -> ", did you mean '" + nearest + "'?")
                            .orElseGet(() -> ", allowed: " + String.join(", ", names)));
        }
    }

    private static Optional<Gate> find(String name) {
        return Arrays.stream(Gate.values())
                .filter(gate -> gate.wireName().equals(name))
                .findFirst();
    }

    /** Whether a gate is open. */
    public boolean isOn(Gate gate) {
        return named.getOrDefault(gate.wireName(), gate.isOnByDefault());
    }

    /** What is switched on by name and is not implemented. */
    public List<String> idle() {
        return Arrays.stream(Gate.values())
                .filter(gate -> Boolean.TRUE.equals(named.get(gate.wireName())))
                .filter(gate -> gate.meaning().isEmpty())
                .map(gate -> "featureGates." + gate.wireName() + " = true has no effect: not implemented")
                .toList();
    }
}
