package io.koordbridge.koordlet.qos.cpuset;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Binds containers to the CPUs that the scheduler or the node has for them. */
@PureCore
public final class CpusetStrategy implements Strategy<CpusetMemory> {

    public static final String NAME = "cpuset";

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
    public CpusetMemory initial() {
        return CpusetMemory.NONE;
    }

    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public Step<CpusetMemory> step(NodeSnapshot snapshot, CpusetMemory memory) {
        Round round = new Round(snapshot);
        CpusetMemory next = round.rule(memory);
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (!pod.finished() && (beCpuManager || !pod.isBestEffort())) {
                round.add(pod, next.rule());
            }
        }
        next.rule()
                .ifPresent(rule -> snapshot.slo()
                        .present()
                        .map(NodeSlo::hostApplications)
                        .orElse(List.of())
                        .forEach(one -> round.add(one, rule)));
        return new Step<>(next, round.levels(), next.rule().isPresent() ? "binds" : "no-topology", round.problems);
    }

    /** Nothing by itself: the record of changes reverts. */
    @Override
    public Step<CpusetMemory> release(NodeSnapshot snapshot, CpusetMemory memory) {
        return Step.nothing(CpusetMemory.NONE, "released");
    }

    /** What one tick adds up. */
    private final class Round {
        private final NodeSnapshot snapshot;
        private final List<Intent> pods = new ArrayList<>();
        private final List<Intent> containers = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Round(NodeSnapshot snapshot) {
            this.snapshot = snapshot;
        }

        List<List<Intent>> levels() {
            return List.of(pods, containers);
        }

        /** A topology that does not decode leaves the last rule in force. */
        CpusetMemory rule(CpusetMemory memory) {
            var topology = snapshot.cluster().topology();
            if (topology.isEmpty() || topology.equals(memory.topology())) {
                return memory;
            }
            try {
                return new CpusetMemory(topology, Optional.of(CpusetRule.of(topology.get())));
            } catch (IllegalArgumentException e) {
                problems.add(e.getMessage() + "; the last good pools hold");
                return new CpusetMemory(topology, memory.rule());
            }
        }

        void add(PodInfo pod, Optional<CpusetRule> rule) {
            CgroupPaths paths = snapshot.paths();
            String podDir = paths.podDir(pod.kubeQos(), pod.uid());
            boolean ownCpus = !pod.placement().cpus().isEmpty();
            Optional<CpuSet> cpus = CpusetRule.cpus(rule, pod, beCpuManager).flatMap(text -> parse(pod, text));
            if (ownCpus) {
                pods.add(Intent.of(Knob.CPU_CFS_QUOTA, podDir, CgroupFormat.UNLIMITED, NAME));
            }
            for (ContainerInfo container : pod.containers()) {
                containerDir(podDir, container).ifPresent(dir -> {
                    cpus.ifPresent(found -> containers.add(
                            Intent.of(Knob.CPUSET_CPUS, dir, found, NAME).through(found)));
                    if (ownCpus) {
                        containers.add(Intent.of(Knob.CPU_CFS_QUOTA, dir, CgroupFormat.UNLIMITED, NAME));
                    }
                });
            }
        }

        private Optional<String> containerDir(String podDir, ContainerInfo container) {
            try {
                return Optional.of(snapshot.paths().containerDir(podDir, container.id()));
            } catch (IllegalArgumentException e) {
                // Named by the strategy that limits it, or not ours to limit.
                return Optional.empty();
            }
        }

        /** An empty list is never written. */
        private Optional<CpuSet> parse(PodInfo pod, String text) {
            try {
                return text.isEmpty() ? Optional.empty() : Optional.of(CpuSet.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add("Pod/" + pod.fullName() + ": CPUs '" + text + "': " + e.getMessage()
                        + "; its containers keep theirs");
                return Optional.empty();
            }
        }

        void add(HostApplication application, CpusetRule rule) {
            String text = rule.allShared();
            if (QosClass.ofLabel(application.qos()) != QosClass.LS || text.isEmpty()) {
                return;
            }
            try {
                CpuSet cpus = CpuSet.parse(text);
                containers.add(Intent.of(Knob.CPUSET_CPUS, snapshot.paths().hostApplicationDir(application), cpus, NAME)
                        .through(cpus));
            } catch (IllegalArgumentException e) {
                problems.add("NodeSLO: hostApplications[" + application.name() + "]: " + e.getMessage());
            }
        }
    }
}
