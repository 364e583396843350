package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What is short, by the features that are on.
 *
 * @param tasks in the order of the rules
 * @param refused by feature, why its settings cannot be used
 */
@PureCore
public record Assessment(List<EvictionTask> tasks, Map<Gate, String> refused) {

    /** Nothing is short. */
    public static final Assessment NOTHING = new Assessment(List.of(), Map.of());

    public Assessment {
        tasks = List.copyOf(tasks);
        refused = Map.copyOf(refused);
    }

    /** A feature and how it finds what to free. */
    record Rule(Gate feature, Function<Scene, Optional<EvictionTask>> task) {}

    /** Asks the rules of the features that are on. */
    static Assessment of(List<Rule> rules, Set<Gate> on, Scene scene) {
        List<EvictionTask> tasks = new ArrayList<>();
        Map<Gate, String> refused = new LinkedHashMap<>();
        for (Rule rule : rules) {
            if (on.contains(rule.feature())) {
                try {
                    rule.task().apply(scene).ifPresent(tasks::add);
                } catch (IllegalArgumentException e) {
                    refused.put(rule.feature(), String.valueOf(e.getMessage()));
                }
            }
        }
        return new Assessment(tasks, refused);
    }
}
