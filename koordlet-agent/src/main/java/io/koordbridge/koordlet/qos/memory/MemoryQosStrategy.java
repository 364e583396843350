package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Memory of pods by class: what is protected, what is throttled, and that a container ends as a whole; specification section 13.7. Files
 * that the kubelet writes as well are left to it.
 */
@PureCore
public final class MemoryQosStrategy implements Strategy<MemoryQosStrategy.Memory> {

    public static final String NAME = "memory-qos";

    private static final String ROW = "memory QoS       ";

    private static final List<Knob<Long>> KNOBS = List.of(
            Knob.MEMORY_MIN,
            Knob.MEMORY_LOW,
            Knob.MEMORY_HIGH,
            Knob.MEMORY_WMARK_RATIO,
            Knob.MEMORY_WMARK_SCALE,
            Knob.MEMORY_WMARK_MIN_ADJ,
            Knob.MEMORY_USE_PRIORITY_OOM,
            Knob.MEMORY_PRIORITY,
            Knob.MEMORY_OOM_GROUP,
            Knob.PAGE_CACHE_LIMIT_SIZE,
            Knob.PAGE_CACHE_LIMIT_ENABLE,
            Knob.PAGE_CACHE_LIMIT_SYNC);

    /** What the kernel offers is what the group of all pods has. */
    private static final Map<Knob<Long>, Need<Long>> OFFERED = offered();

    private final boolean on;

    /**
     * A strategy.
     *
     * @param on whether its gate is open, for people
     */
    public MemoryQosStrategy(boolean on) {
        this.on = on;
    }

    private static Map<Knob<Long>, Need<Long>> offered() {
        Map<Knob<Long>, Need<Long>> needs = new LinkedHashMap<>();
        KNOBS.forEach(knob -> needs.put(knob, Need.knob(knob, Scope.KUBEPODS)));
        return needs;
    }

    /**
     * What it remembers.
     *
     * @param classes last good settings
     */
    public record Memory(MemoryClasses classes, MemoryPlan plan) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return new LinkedHashSet<>(KNOBS);
    }

    @Override
    public Set<OverrideKey<?>> overrides() {
        return Set.of(MemoryOverride.KEY);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return Set.copyOf(OFFERED.values());
    }

    @Override
    public Memory initial() {
        return new Memory(MemoryClasses.OFF, MemoryPlan.NONE);
    }

    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public Step<Memory> step(NodeSnapshot snapshot, Memory memory) {
        Optional<NodeSlo> slo = snapshot.slo().present();
        Optional<NodeFacts> node = snapshot.cluster().node();
        if (slo.isEmpty() || node.isEmpty()) {
            boolean gone = snapshot.slo().gone();
            return gone
                    ? step(snapshot, memory, MemoryClasses.OFF, "node-slo-gone", List.of())
                    : new Step<>(memory, memory.plan().levels(), slo.isEmpty() ? "no-node-slo" : "no-node", List.of());
        }
        List<String> problems = new ArrayList<>();
        MemoryClasses classes = MemoryClasses.of(slo.get().qos(), memory.classes(), problems::add);
        return step(snapshot, memory, classes, classes.anyEnabled() ? "by-class" : "switched-off", problems);
    }

    private static Step<Memory> step(
            NodeSnapshot snapshot, Memory memory, MemoryClasses classes, String reason, List<String> problems) {
        MemoryPlan plan = memory.plan().next(basis(snapshot, classes), snapshot.paths());
        List<String> all = new ArrayList<>(problems);
        all.addAll(plan.problems());
        boolean some = !plan.basis().offered().isEmpty();
        return new Step<>(new Memory(classes, plan), plan.levels(), some ? reason : "not-supported", all);
    }

    private static MemoryPlan.Basis basis(NodeSnapshot snapshot, MemoryClasses classes) {
        Set<Knob<Long>> offered = new LinkedHashSet<>();
        OFFERED.forEach((knob, need) -> snapshot.readings().of(need).ifPresent(value -> offered.add(knob)));
        long allocatable = snapshot.cluster()
                .node()
                .map(found -> found.allocatable().bytes())
                .orElse(0L);
        return new MemoryPlan.Basis(snapshot.cluster().pods(), classes, allocatable, offered);
    }

    /** Values go back by the record of changes. */
    @Override
    public Step<Memory> release(NodeSnapshot snapshot, Memory memory) {
        return Step.nothing(initial(), "released");
    }

    @Override
    public List<StrategyGauge<Memory>> gauges() {
        return List.of(
                protection("min", Knob.MEMORY_MIN),
                protection("low", Knob.MEMORY_LOW),
                new StrategyGauge<>(
                        "koord_koordlet_memory_qos_values",
                        List.of(),
                        (snapshot, memory) -> OptionalDouble.of((double) wanted(memory))));
    }

    private static StrategyGauge<Memory> protection(String file, Knob<Long> knob) {
        return new StrategyGauge<>(
                "koord_koordlet_memory_protected_bytes", List.of("file", file), (snapshot, memory) -> {
                    Map<Knob<Long>, Long> all = memory.plan().groups().getOrDefault(KubeQos.GUARANTEED, Map.of());
                    Long bytes = all.get(knob);
                    return bytes == null ? OptionalDouble.empty() : OptionalDouble.of(bytes.doubleValue());
                });
    }

    /** Values that differ from what a file holds by itself. */
    private static long wanted(Memory memory) {
        return memory.plan().levels().stream()
                .flatMap(List::stream)
                .filter(intent -> intent.check() == Intent.Check.YIELDING)
                .count();
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, Memory memory) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("values", wanted(memory));
        part.put(
                "files",
                memory.plan().basis().offered().stream().map(Knob::name).toList());
        Map<Knob<Long>, Long> all = memory.plan().groups().getOrDefault(KubeQos.GUARANTEED, Map.of());
        part.put("minBytes", Objects.requireNonNullElse(all.get(Knob.MEMORY_MIN), 0L));
        part.put("lowBytes", Objects.requireNonNullElse(all.get(Knob.MEMORY_LOW), 0L));
        return Map.of("memoryQos", part);
    }

    @Override
    public List<String> preflight(Ground ground) {
        if (!on) {
            return List.of(ROW + "off: gate CgroupReconcile");
        }
        CgroupTree tree = ground.tree();
        String pods = tree.paths().qosDir(KubeQos.GUARANTEED);
        List<String> files = KNOBS.stream()
                .filter(knob ->
                        tree.file(knob, pods).filter(tree.files()::exists).isPresent())
                .map(Knob::name)
                .toList();
        return List.of(
                files.isEmpty()
                        ? ROW + "not supported here: " + pods + " has no memory.min, memory.low or memory.high"
                        : ROW + "works: " + String.join(" ", files)
                                + "; a file that the kubelet (MemoryQoS) writes as well is left to it");
    }
}
