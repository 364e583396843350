package io.koordbridge.koordlet.qos.cpuset;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Binds containers to the CPUs that the scheduler or the node has for them. */
@PureCore
public final class CpusetStrategy implements Strategy<CpusetMemory> {

    public static final String NAME = "cpuset";

    /** With those of sandboxes, which the API does not name. */
    private static final Need<List<String>> GROUPS = Need.groups(Knob.CPUSET_CPUS, 1, Scope.pods());

    private static final Set<Need<?>> NEEDS = Set.of(GROUPS);

    private final boolean beCpuManager;

    /**
     * A strategy.
     *
     * @param beCpuManager whether the scheduler places best-effort pods on CPUs
     */
    public CpusetStrategy(boolean beCpuManager) {
        this.beCpuManager = beCpuManager;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPUSET_CPUS, Knob.CPU_CFS_QUOTA);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return NEEDS;
    }

    @Override
    public CpusetMemory initial() {
        return CpusetMemory.NONE;
    }

    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public Step<CpusetMemory> step(NodeSnapshot snapshot, CpusetMemory memory) {
        List<String> problems = new ArrayList<>();
        CpusetMemory read = rule(snapshot, memory, problems);
        CpusetPlan.Made of = new CpusetPlan.Made(
                snapshot.cluster().pods(),
                groups(snapshot),
                read.rule(),
                snapshot.slo().present().map(NodeSlo::hostApplications).orElse(List.of()),
                snapshot.paths().driver(),
                snapshot.tier().ofAllPods().value());
        CpusetPlan plan = read.plan().next(of, snapshot.paths(), beCpuManager);
        problems.addAll(plan.problems());
        return new Step<>(
                new CpusetMemory(read.topology(), read.rule(), plan),
                plan.levels(),
                read.rule().isPresent() ? "binds" : "no-topology",
                problems);
    }

    private static List<List<String>> groups(NodeSnapshot snapshot) {
        List<PodInfo> pods = snapshot.cluster().pods();
        List<List<String>> all = new ArrayList<>(pods.size());
        for (PodInfo pod : pods) {
            all.add(snapshot.readings().of(GROUPS, pod).orElse(List.of()));
        }
        return all;
    }

    /** A topology that does not decode leaves the last rule in force. */
    private static CpusetMemory rule(NodeSnapshot snapshot, CpusetMemory memory, List<String> problems) {
        var topology = snapshot.cluster().topology();
        if (topology.isEmpty() || topology.equals(memory.topology())) {
            return memory;
        }
        try {
            return new CpusetMemory(topology, Optional.of(CpusetRule.of(topology.get())), memory.plan());
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage() + "; the last good pools hold");
            return new CpusetMemory(topology, memory.rule(), memory.plan());
        }
    }

    /** Nothing by itself: the record of changes reverts. */
    @Override
    public Step<CpusetMemory> release(NodeSnapshot snapshot, CpusetMemory memory) {
        return Step.nothing(CpusetMemory.NONE, "released");
    }
}
