package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What becomes of each gate of the reference on this machine. That a gate belongs to a strategy follows from the list of strategies: they
 * are asked with the gate on and not with it off. What they say of a machine is the state of their gates.
 */
final class Features {

    private static final int WIDTH = 24;

    /** How strategies begin what they say, behind their name. */
    private static final Pattern SAID =
            Pattern.compile("^(?:.*?(?:\\s\\s|:\\s))?\\s*(works|off|not supported here|none)\\b[:;,]?\\s*(.*)$");

    private final KoordletConfig config;
    private final Machine machine;
    private final Map<Gate, Set<String>> strategies;

    /** What becomes of a gate. */
    enum State {
        WORKS("works"),
        OFF("off"),
        UNSUPPORTED("not supported here"),
        NOT_IMPLEMENTED("not implemented");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    /**
     * One gate.
     *
     * @param detail why, or what else there is to say; empty without it
     */
    record Feature(Gate gate, State state, String detail) {

        /** The state in words. */
        String text() {
            return detail.isEmpty() ? state.text : state.text + ": " + detail;
        }

        /** Its line of {@code --preflight}. */
        String line() {
            return String.format("%-" + WIDTH + "s %s", gate.wireName(), text());
        }
    }

    Features(KoordletConfig config, Machine machine) {
        this.config = config;
        this.machine = machine;
        this.strategies = byGate(bare(machine.tree()));
    }

    /** All gates in the order of the reference. */
    List<Feature> list(Ground ground) {
        Map<String, List<String>> said = Strategies.list(config).preflightByName(ground);
        Set<String> asked = Strategies.list(config).open(bare(machine.tree()));
        return Arrays.stream(Gate.values())
                .map(gate -> feature(gate, said, asked))
                .toList();
    }

    /** What strategies say that no line of a gate has: of those without a gate, and what is more than a state. */
    List<String> notes(Ground ground) {
        List<String> notes = new ArrayList<>();
        Set<String> gated = new LinkedHashSet<>();
        strategies.values().forEach(gated::addAll);
        Strategies.list(config)
                .preflightByName(ground)
                .forEach((name, lines) -> lines.stream()
                        .filter(line -> !gated.contains(name)
                                || lines.size() > 1
                                || !SAID.matcher(line).matches())
                        .forEach(notes::add));
        return notes;
    }

    /** Names of the gates of a strategy. */
    List<String> gatesOf(String strategy) {
        return strategies.entrySet().stream()
                .filter(one -> one.getValue().contains(strategy))
                .map(one -> one.getKey().wireName())
                .toList();
    }

    private Feature feature(Gate gate, Map<String, List<String>> said, Set<String> asked) {
        if (gate.meaning().isEmpty()) {
            return new Feature(gate, State.NOT_IMPLEMENTED, "");
        }
        if (!config.gates().isOn(gate)) {
            return new Feature(gate, State.OFF, "");
        }
        Set<String> ours = strategies.getOrDefault(gate, Set.of());
        if (ours.isEmpty()) {
            return withoutStrategy(gate)
                    .map(SAID::matcher)
                    .filter(Matcher::matches)
                    .map(word -> new Feature(gate, state(word.group(1)), word.group(2)))
                    .orElseGet(() -> new Feature(gate, State.WORKS, ""));
        }
        if (ours.stream().noneMatch(asked::contains)) {
            return new Feature(gate, State.OFF, "by another key of the configuration");
        }
        if (machine.observesOnly()) {
            return new Feature(gate, State.UNSUPPORTED, machine.obstacle().orElse("no control group is written"));
        }
        return ofStrategies(gate, ours, said);
    }

    /** A gate works where a part of one of its strategies does; each part then has its own line among the notes. */
    static Feature ofStrategies(Gate gate, Set<String> ours, Map<String, List<String>> said) {
        Feature worst = null;
        for (String name : ours) {
            List<Feature> all = said.getOrDefault(name, List.of()).stream()
                    .map(SAID::matcher)
                    .filter(Matcher::matches)
                    .map(line -> new Feature(gate, state(line.group(1)), line.group(2)))
                    .toList();
            Feature one = all.stream()
                    .min(Comparator.comparing(Feature::state))
                    .orElseGet(() -> new Feature(gate, State.WORKS, ""));
            if (one.state() == State.WORKS) {
                return one;
            }
            worst = worst == null ? one : worst;
        }
        return worst == null ? new Feature(gate, State.WORKS, "") : worst;
    }

    private static State state(String word) {
        return switch (word) {
            case "works" -> State.WORKS;
            case "off" -> State.OFF;
            default -> State.UNSUPPORTED;
        };
    }

    /** What is said of gates that switch no strategy. */
    private Optional<String> withoutStrategy(Gate gate) {
        return gate == Gate.NODE_TOPOLOGY_REPORT
                        && !config.kubernetes().kubelet().enabled()
                ? Optional.of("not supported here: kubernetes.kubelet.enabled is false")
                : OptionalCollectors.preflight(gate, config, machine);
    }

    /** Names of the strategies that a gate switches, for each gate that switches any. */
    private static Map<Gate, Set<String>> byGate(NodeSnapshot bare) {
        Map<Gate, Set<String>> found = new EnumMap<>(Gate.class);
        Set<String> withNone = asked(bare, all(false));
        Set<String> withAll = asked(bare, all(true));
        for (Gate gate : Gate.values()) {
            Map<String, Boolean> alone = all(false);
            alone.put(gate.wireName(), true);
            Map<String, Boolean> others = all(true);
            others.put(gate.wireName(), false);
            Set<String> ours = new LinkedHashSet<>(asked(bare, alone));
            ours.removeAll(withNone);
            Set<String> needed = new LinkedHashSet<>(withAll);
            needed.removeAll(asked(bare, others));
            ours.addAll(needed);
            if (!ours.isEmpty()) {
                found.put(gate, ours);
            }
        }
        return found;
    }

    private static Map<String, Boolean> all(boolean on) {
        Map<String, Boolean> gates = new HashMap<>();
        Arrays.stream(Gate.values()).forEach(gate -> gates.put(gate.wireName(), on));
        return gates;
    }

    private static Set<String> asked(NodeSnapshot bare, Map<String, Boolean> gates) {
        return Strategies.list(KoordletConfig.DEFAULT, new FeatureGates(gates)).open(bare);
    }

    /** Nothing is known but the names of control groups. */
    private static NodeSnapshot bare(CgroupTree tree) {
        TierReading tier = new TierReading(
                tree.paths().bestEffortDir(),
                Reading.failed(""),
                Reading.failed(""),
                Reading.failed(""),
                Reading.failed(""),
                new TreeMap<>());
        return new NodeSnapshot(
                new Tick(1, Instant.EPOCH, Tick.Cause.TIMER),
                NodeView.UNKNOWN,
                SloInForce.UNKNOWN,
                List.of(),
                tier,
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }
}
