package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;

/** Gives classes of pods, and annotated pods, their shares of the last cache and of memory bandwidth. */
@PureCore
public final class RdtStrategy implements Strategy<RdtMemory> {

    static final String NAME = "resctrl";

    private final boolean ofClasses;
    private final boolean ofPods;

    /**
     * A strategy.
     *
     * @param ofClasses whether the NodeSLO is followed
     * @param ofPods whether annotations are
     */
    public RdtStrategy(boolean ofClasses, boolean ofPods) {
        this.ofClasses = ofClasses;
        this.ofPods = ofPods;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(RdtKnobs.GROUP, RdtKnobs.SCHEMATA, RdtKnobs.TASKS);
    }

    @Override
    public Set<OverrideKey<?>> overrides() {
        return Set.of(PodShares.OF_POD);
    }

    /** Nothing is read while no class is on and no annotation is followed: threads are many. */
    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        Set<RdtClass> on = on(slo);
        if (on.isEmpty() && !ofPods) {
            return Set.of();
        }
        Set<Need<?>> needs = new HashSet<>();
        needs.add(RdtMachineReader.MACHINE);
        for (RdtClass one : RdtClass.values()) {
            needs.add(one.held());
        }
        needs.addAll(threads(on));
        return needs;
    }

    private Set<RdtClass> on(SloInForce slo) {
        Set<RdtClass> on = EnumSet.noneOf(RdtClass.class);
        Optional<ResourceQosStrategy> strategy = slo.present().flatMap(NodeSlo::qos);
        for (RdtClass one : RdtClass.values()) {
            if (ofClasses && strategy.filter(one::isOn).isPresent()) {
                on.add(one);
            }
        }
        return on;
    }

    /** Threads of containers and of sandboxes. A pod without a label may be of any class. */
    private List<Need<List<Long>>> threads(Set<RdtClass> on) {
        Set<QosClass> labels = new HashSet<>();
        if (!ofPods) {
            on.forEach(one -> labels.addAll(one.pods()));
            labels.add(QosClass.NONE);
        }
        QosClass[] classes = labels.toArray(new QosClass[0]);
        return List.of(
                Need.knob(Knob.TASKS, Scope.containers(classes)), Need.knob(Knob.TASKS, Scope.sandboxes(classes)));
    }

    /** Pods of classes that are on, and pods that ask themselves; none where the machine offers nothing. */
    @Override
    public Predicate<PodInfo> looksAt(NodeSnapshot bare, RdtMemory memory) {
        Set<RdtClass> on = on(bare.slo());
        return pod -> !memory.blocked()
                && ((ofPods && asks(pod))
                        || on.stream().anyMatch(one -> one.pods().contains(pod.qos())));
    }

    private static boolean asks(PodInfo pod) {
        return pod.overrides().get(PodShares.OF_POD).isPresent();
    }

    @Override
    public RdtMemory initial() {
        return RdtMemory.NONE;
    }

    @Override
    public Step<RdtMemory> step(NodeSnapshot snapshot, RdtMemory memory) {
        if (snapshot.slo().present().isEmpty() && !snapshot.slo().gone()) {
            return Step.nothing(memory, "slo-unknown");
        }
        Set<RdtClass> on = on(snapshot.slo());
        List<PodInfo> asking = ofPods ? asking(snapshot) : List.of();
        if (on.isEmpty() && asking.isEmpty()) {
            return Step.exactly(RdtMemory.NONE, List.of(), "nothing-asked", List.of());
        }
        Optional<RdtMachine> machine = snapshot.readings().of(RdtMachineReader.MACHINE);
        if (machine.isEmpty() || !machine.get().obstacle().isEmpty()) {
            boolean toMount = machine.filter(RdtMachine::offered).isPresent();
            RdtMemory blocked = memory.blocked(machine.isPresent());
            return toMount
                    ? new Step<>(
                            blocked,
                            List.of(),
                            "not-mounted",
                            List.of("resctrl: " + machine.get().obstacle()))
                    : Step.nothing(blocked, "not-supported");
        }
        if (memory.blocked()) {
            // Threads were not read for this tick: without them those of an earlier life would leave their groups.
            return Step.nothing(memory.blocked(false), "offered-now");
        }
        RdtPlan plan = new RdtPlan(snapshot, machine.get(), memory, threads(on));
        plan.classes(on);
        asking.forEach(plan::pod);
        return plan.step();
    }

    private static List<PodInfo> asking(NodeSnapshot snapshot) {
        return snapshot.cluster().pods().stream()
                .filter(pod -> !pod.finished() && asks(pod))
                .toList();
    }

    @Override
    public List<StrategyGauge<RdtMemory>> gauges() {
        return List.of(
                new StrategyGauge<>(
                        "koord_koordlet_resctrl_groups",
                        List.of(),
                        (snapshot, memory) -> OptionalDouble.of(memory.groups())),
                new StrategyGauge<>(
                        "koord_koordlet_resctrl_threads",
                        List.of(),
                        (snapshot, memory) -> OptionalDouble.of(memory.threads())));
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, RdtMemory memory) {
        List<String> lines = memory.lines().values().stream()
                .map(line -> line.update().dir() + ' ' + line.update().value())
                .sorted()
                .toList();
        return Map.of(NAME, Map.of("groups", memory.groups(), "threads", memory.threads(), "lines", lines));
    }

    @Override
    public List<String> preflight(Ground ground) {
        String obstacle = RdtMachineReader.read(ground.tree()).obstacle();
        return List.of("resctrl          " + (obstacle.isEmpty() ? "works" : obstacle));
    }

    /** The record of changes gives back shares, threads and groups. */
    @Override
    public Step<RdtMemory> release(NodeSnapshot snapshot, RdtMemory memory) {
        return Step.nothing(RdtMemory.NONE, "released");
    }
}
