package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.protocol.CpuSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What suppression wants at one tick, added up step by step. */
final class SuppressRound {
    private final NodeSnapshot snapshot;
    private final Optional<Map<String, String>> topology;
    private List<List<Intent>> levels = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final CpusetLevels cpusets;
    private SuppressMemory memory;

    /**
     * A tick that wants nothing yet.
     *
     * @param requiresTopology whether nothing is done by cpuset while there is no NodeResourceTopology
     */
    SuppressRound(NodeSnapshot snapshot, boolean requiresTopology, SuppressMemory memory) {
        this.snapshot = snapshot;
        this.memory = memory;
        this.cpusets = new CpusetLevels(memory.cpusets());
        NodeView view = snapshot.cluster();
        this.topology =
                requiresTopology ? view.topology() : Optional.of(view.topology().orElse(Map.of()));
        retryRefused();
    }

    /** A quota that could not be given back is given back again. */
    private void retryRefused() {
        if (snapshot.refused()
                .contains(new Intent.Target(Knob.CPU_CFS_QUOTA, snapshot.tier().dir()))) {
            memory = memory.stillUsing(SuppressMethod.CFS_QUOTA);
        }
    }

    SuppressMemory.@Nullable Status status(SuppressMethod method) {
        return memory.statuses().get(method);
    }

    Step<SuppressMemory> step(String reason) {
        return new Step<>(memory.knowing(cpusets.known()), levels, reason, problems);
    }

    void limitQuota(long allowanceMilliCpu, long capacityMilliCpu) {
        memory = memory.with(SuppressMethod.CFS_QUOTA, SuppressMemory.Status.USING);
        Optional<Long> current = snapshot.tier().quotaMicros().value();
        if (current.isEmpty()) {
            unreadable("quota", snapshot.tier().quotaMicros().problem());
            return;
        }
        OptionalLong next = SuppressQuota.next(allowanceMilliCpu, capacityMilliCpu, current.get());
        if (next.isPresent() && next.getAsLong() != current.get()) {
            setQuota(next.getAsLong());
        }
    }

    private void setQuota(long micros) {
        levels.add(List.of(Intent.of(Knob.CPU_CFS_QUOTA, snapshot.tier().dir(), micros, SuppressStrategy.NAME)
                .checked(Intent.Check.TEXT)));
    }

    void recoverQuota() {
        if (!memory.isRecovered(SuppressMethod.CFS_QUOTA)) {
            setQuota(CgroupFormat.UNLIMITED);
            memory = memory.with(SuppressMethod.CFS_QUOTA, SuppressMemory.Status.RECOVERED);
        }
    }

    void limitCpuset(long allowanceMilliCpu) {
        memory = memory.with(SuppressMethod.CPUSET, SuppressMemory.Status.USING);
        if (topology.isEmpty()) {
            return;
        }
        Optional<CpuSet> current = snapshot.tier().cpus().value();
        if (current.isEmpty()) {
            unreadable("cpuset", snapshot.tier().cpus().problem());
            return;
        }
        CpuHolders holders = holders();
        CpuSet wanted = SuppressCpuset.next(allowanceMilliCpu, current.get(), holders);
        if (wanted.isEmpty()) {
            problems.add("best-effort tier: none of the CPUs '"
                    + holders.all().format() + "' that pods have is left for it, it keeps '"
                    + current.get().format() + "'");
            return;
        }
        if (CpuHoldersReader.kubeletIsStatic(topology.get(), problems::add)) {
            limitContainers(SuppressCpuset.unsuppressed(holders), wanted);
        } else {
            CpuSet union = current.get().union(wanted);
            snapshot.tier().downward().forEach(dir -> setCpus(dir, union, wanted));
        }
    }

    /** With the kubelet's static policy the kubelet owns tier and pods: only containers are narrowed. */
    private void limitContainers(CpuSet unsuppressed, CpuSet wanted) {
        giveBack(snapshot.tier().dir(), unsuppressed);
        snapshot.tier().pods().keySet().forEach(dir -> giveBack(dir, unsuppressed));
        snapshot.tier().containers().forEach(dir -> setCpus(dir, wanted, wanted));
    }

    /** The tier is looked at in each round, as its quota is; what lies in it less often. */
    private void setCpus(String dir, CpuSet through, CpuSet wanted) {
        if (!wanted.isEmpty()) {
            boolean ofTier = dir.equals(snapshot.tier().dir());
            Intent.Check check = ofTier ? Intent.Check.TEXT : Intent.Check.RECHECKED;
            levels.add(cpusets.next(dir, through, wanted, check));
        }
    }

    private void giveBack(String dir, CpuSet unsuppressed) {
        setCpus(dir, unsuppressed, unsuppressed);
    }

    private void unreadable(String what, String problem) {
        problems.add("best-effort tier: its " + what + " cannot be read, nothing is suppressed by it: " + problem);
    }

    private CpuHolders holders() {
        Optional<CpuSet> ofAllPods = snapshot.tier().ofAllPods().value();
        return CpuHoldersReader.read(
                snapshot.processors().stream()
                        .filter(one -> ofAllPods.isEmpty() || ofAllPods.get().contains(one.cpu()))
                        .toList(),
                topology.orElse(Map.of()),
                snapshot.cluster().pods(),
                problems::add);
    }

    private boolean canRecoverCpuset() {
        return !snapshot.processors().isEmpty() && topology.isPresent();
    }

    void recoverCpuset() {
        if (canRecoverCpuset()) {
            CpuSet unsuppressed = SuppressCpuset.unsuppressed(holders());
            SuppressMemory.Groups groups = SuppressMemory.Groups.of(snapshot.tier());
            Instant now = snapshot.tick().at();
            if (memory.given()
                    .filter(last -> last.isFresh(groups, unsuppressed, now))
                    .isEmpty()) {
                snapshot.tier().downward().forEach(dir -> giveBack(dir, unsuppressed));
                memory = memory.giving(new SuppressMemory.Given(groups, unsuppressed, now));
            }
            memory = memory.with(SuppressMethod.CPUSET, SuppressMemory.Status.RECOVERED);
        }
    }

    /** Containers that the scheduler placed keep what it gave them. */
    void recoverForCpuManager() {
        if (!canRecoverCpuset()) {
            return;
        }
        CpuSet unsuppressed = SuppressCpuset.unsuppressed(holders());
        SuppressMemory.Groups groups = SuppressMemory.Groups.of(snapshot.tier());
        List<PodInfo> pods = snapshot.cluster().pods();
        CgroupDriver driver = snapshot.paths().driver();
        Optional<SuppressMemory.Kept> before =
                memory.kept().filter(kept -> kept.isOf(groups, unsuppressed, pods, driver));
        if (before.isPresent()) {
            add(before.get().levels());
        } else {
            int first = levels.size();
            giveToManaged(unsuppressed);
            List<List<Intent>> given = List.copyOf(levels.subList(first, levels.size()));
            memory = memory.keeping(new SuppressMemory.Kept(groups, unsuppressed, pods, driver, given));
        }
        memory = memory.with(SuppressMethod.CPUSET, SuppressMemory.Status.RECOVERED);
    }

    private void add(List<List<Intent>> more) {
        if (levels.isEmpty()) {
            levels = more;
        } else {
            levels.addAll(more);
        }
    }

    private void giveToManaged(CpuSet unsuppressed) {
        Set<String> placed = snapshot.cluster().pods().stream()
                .filter(pod -> pod.placement().byScheduler())
                .map(pod -> snapshot.paths().podDir(pod.kubeQos(), pod.uid()))
                .collect(Collectors.toSet());
        giveBack(snapshot.tier().dir(), unsuppressed);
        snapshot.tier().pods().keySet().forEach(dir -> giveBack(dir, unsuppressed));
        snapshot.tier().pods().forEach((pod, containers) -> {
            if (!placed.contains(pod)) {
                containers.forEach(dir -> giveBack(dir, unsuppressed));
            }
        });
    }
}
