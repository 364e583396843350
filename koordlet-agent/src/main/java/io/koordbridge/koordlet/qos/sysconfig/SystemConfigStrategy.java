package io.koordbridge.koordlet.qos.sysconfig;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Settings of the kernel that the NodeSLO names. Its memory is what it asked for last. */
@PureCore
public final class SystemConfigStrategy implements Strategy<SystemConfigStrategy.Asked> {

    private static final String NAME = "system-config";
    /** Up to Linux 5.12, and from then on. */
    private static final Map<Knob<String>, String> FEATURES = Map.of(
            Knob.of(KnobShape.file(Trees.Kind.SYS, "sched_features", text -> text)
                            .words()),
                    "kernel/debug",
            Knob.of(KnobShape.file(Trees.Kind.SYS, "features", text -> text).words()), "kernel/debug/sched");

    /**
     * What it asked for.
     *
     * @param values by file
     */
    public record Asked(Map<String, Object> values) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        Set<Knob<?>> all = new HashSet<>(FEATURES.keySet());
        for (Setting setting : Setting.values()) {
            all.add(setting.knob());
        }
        return all;
    }

    @Override
    public Asked initial() {
        return new Asked(Map.of());
    }

    @Override
    public Step<Asked> step(NodeSnapshot snapshot, Asked memory) {
        long capacity = snapshot.cluster().node().map(NodeFacts::capacityBytes).orElse(0L);
        boolean unknown = snapshot.slo().present().isEmpty() || capacity <= 0;
        if (unknown && !snapshot.slo().gone()) {
            return Step.nothing(memory, capacity <= 0 ? "memory-unknown" : "slo-unknown");
        }
        SystemValues values = snapshot.slo()
                .present()
                .flatMap(NodeSlo::system)
                .map(strategy -> SystemValues.of(strategy, capacity))
                .orElse(SystemValues.NONE);
        List<Intent> wanted = intents(values);
        List<String> problems = new ArrayList<>(values.problems());
        for (Intent intent : wanted) {
            if (snapshot.refused().contains(intent.target())) {
                problems.add("system-config: " + intent.update().knob() + " of "
                        + intent.update().dir() + " = "
                        + intent.update().value() + " is not taken: want a kernel that allows it, and /proc and /sys"
                        + " of the node mounted to be written in the agent's container");
            }
        }
        Map<String, Object> shown = new TreeMap<>(values.features());
        values.numbers().forEach((setting, number) -> shown.put(setting.path(), number));
        return Step.exactly(new Asked(shown), List.of(wanted), wanted.isEmpty() ? "nothing-asked" : "asked", problems);
    }

    private static List<Intent> intents(SystemValues values) {
        List<Intent> wanted = new ArrayList<>();
        values.numbers()
                .forEach((setting, number) -> wanted.add(
                        Intent.of(setting.knob(), setting.group(), number, NAME).checked(Intent.Check.RECHECKED)));
        values.features()
                .forEach((name, on) ->
                        FEATURES.forEach((knob, group) -> wanted.add(Intent.word(knob, group, name, on, NAME))));
        return wanted;
    }

    @Override
    public List<StrategyGauge<Asked>> gauges() {
        return List.of(new StrategyGauge<>(
                "koord_koordlet_system_settings",
                List.of(),
                (snapshot, memory) -> OptionalDouble.of(memory.values().size())));
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, Asked memory) {
        return Map.of("systemConfig", memory.values());
    }

    @Override
    public List<String> preflight(Ground ground) {
        List<String> lines = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            boolean there = ground.tree().supports(setting.knob(), setting.group());
            lines.add("system-config    " + setting.path() + ": "
                    + (there ? "works" : "not supported here: no such file"));
        }
        boolean features =
                FEATURES.entrySet().stream().anyMatch(one -> ground.tree().supports(one.getKey(), one.getValue()));
        lines.add("system-config    schedFeatures: "
                + (features ? "works" : "not supported here: no sched_features below /sys/kernel/debug"));
        return lines;
    }

    /** The record of changes gives back what the files held. */
    @Override
    public Step<Asked> release(NodeSnapshot snapshot, Asked memory) {
        return Step.nothing(initial(), "released");
    }
}
