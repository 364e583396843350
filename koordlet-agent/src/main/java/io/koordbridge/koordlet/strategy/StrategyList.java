package io.koordbridge.koordlet.strategy;

import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All strategies of a process with their gates, in the order of their writes. By its line in the list a strategy takes part in everything:
 * readings, annotations of pods, writes, undo, metrics, state and preflight.
 */
public final class StrategyList {

    private final List<Entry<?>> entries = new ArrayList<>();

    private record Entry<M>(Strategy<M> strategy, Predicate<NodeSnapshot> gate) {
        private void addTo(StrategyRunner runner, Around around) {
            runner.add(around.of(strategy), gate);
        }
    }

    /**
     * Adds one.
     *
     * @param gate whether it is switched on
     */
    public <M> StrategyList add(Strategy<M> strategy, Predicate<NodeSnapshot> gate) {
        // Asked for here, so that its files are defined before a record names them.
        Objects.requireNonNull(strategy.knobs());
        entries.add(new Entry<>(strategy, gate));
        return this;
    }

    /** Puts something around strategies, to measure them. */
    public interface Around {
        /** The strategy that is asked instead. */
        <M> Strategy<M> of(Strategy<M> strategy);
    }

    /** Lets a runner ask all of them. */
    public void register(StrategyRunner runner) {
        register(runner, new Around() {
            @Override
            public <M> Strategy<M> of(Strategy<M> strategy) {
                return strategy;
            }
        });
    }

    /** Lets a runner ask what is put around them. */
    public void register(StrategyRunner runner, Around around) {
        entries.forEach(entry -> entry.addTo(runner, around));
    }

    /** Annotations of pods that they define. */
    public OverrideKeys overrides() {
        return new OverrideKeys(entries.stream()
                .flatMap(entry -> entry.strategy().overrides().stream())
                .toList());
    }

    /** What they have to say of a machine, by their names and in their order. */
    public Map<String, List<String>> preflightByName(Ground ground) {
        Map<String, List<String>> said = new LinkedHashMap<>();
        entries.forEach(entry -> said.computeIfAbsent(entry.strategy().name(), name -> new ArrayList<>())
                .addAll(entry.strategy().preflight(ground)));
        return said;
    }

    /** Names of those that are asked at a moment. */
    public Set<String> open(NodeSnapshot snapshot) {
        return entries.stream()
                .filter(entry -> entry.gate().test(snapshot))
                .map(entry -> entry.strategy().name())
                .collect(Collectors.toSet());
    }
}
