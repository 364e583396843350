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
import io.koordbridge.policy.suppress.SuppressQuota;
import io.koordbridge.protocol.CpuSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What suppression wants at one tick, added up step by step. */
final class SuppressRound {
    private final NodeSnapshot snapshot;
    private final Optional<Map<String, String>> topology;
    private List<List<Intent>> levels = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final CpusetLevels cpusets;
    private final List<BesideTier.Group> beside;
    private final SortedMap<String, List<String>> groups;
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
        this.beside = BesideTier.of(snapshot);
        this.groups = BesideTier.with(snapshot.tier().pods(), beside);
        retryRefused();
    }

    /** A quota that could not be given back is given back again. */
    private void retryRefused() {
        if (snapshot.refused().contains(tierQuota())) {
            memory = memory.stillUsing(SuppressMethod.CFS_QUOTA);
        }
    }

    SuppressMemory.@Nullable Status status(SuppressMethod method) {
        return memory.statuses().get(method);
    }

    Step<SuppressMemory> step(String reason) {
        return new Step<>(memory.knowing(cpusets.known()), levels, reason, problems);
    }

    /** Says of new pods that they lie beside the tier. */
    private void announce() {
        beside.stream()
                .filter(group -> !memory.beside().containsKey(group.pod().uid()))
                .forEach(group -> problems.add(group.problem()));
        memory = memory.limitingBeside(BesideTier.kept(memory.beside(), beside));
    }

    void limitQuota(long allowanceMilliCpu, long capacityMilliCpu) {
        memory = memory.with(SuppressMethod.CFS_QUOTA, SuppressMemory.Status.USING);
        long left = allowanceMilliCpu - limitBeside(allowanceMilliCpu, capacityMilliCpu);
        Optional<Long> current = snapshot.tier().quotaMicros().value();
        if (current.isEmpty()) {
            unreadable("quota", snapshot.tier().quotaMicros().problem());
            return;
        }
        OptionalLong next = SuppressQuota.next(left, capacityMilliCpu, current.get());
        noteRefusal(current.get(), next.orElse(current.get()));
        if (next.isPresent() && next.getAsLong() != current.get()) {
            setQuota(next.getAsLong());
        }
    }

    /** Nothing is suppressed. */
    void forgetBeside() {
        memory = memory.limitingBeside(Map.of());
    }

    /** In milli-cores, what they get together. */
    private long limitBeside(long allowanceMilliCpu, long capacityMilliCpu) {
        announce();
        List<Long> shares = BesideTier.shares(allowanceMilliCpu, beside, snapshot);
        Map<String, Long> quotas = new HashMap<>(memory.beside());
        for (int i = 0; i < beside.size(); i++) {
            BesideTier.Group group = beside.get(i);
            String uid = group.pod().uid();
            long last = quotas.getOrDefault(uid, CgroupFormat.UNLIMITED);
            long micros =
                    SuppressQuota.next(shares.get(i), capacityMilliCpu, last).orElse(last);
            quotas.put(uid, micros);
            setQuotaBeside(group, micros);
        }
        memory = memory.limitingBeside(quotas);
        return shares.stream().mapToLong(Long::longValue).sum();
    }

    /** Its containers as well: version 1 takes no quota below that of a child. */
    private void setQuotaBeside(BesideTier.Group group, long micros) {
        levels.add(List.of(quotaBeside(group.dir(), micros)));
        levels.add(
                group.containers().stream().map(dir -> quotaBeside(dir, micros)).toList());
    }

    private static Intent quotaBeside(String dir, long micros) {
        return Intent.of(Knob.CPU_CFS_QUOTA, dir, micros, SuppressStrategy.NAME).checked(Intent.Check.CEILING);
    }

    /** Version 1 takes no quota below that of a group in the tier. It is refused until the file shows it, or nothing is asked. */
    private void noteRefusal(long current, long wanted) {
        boolean refused = snapshot.refused().contains(tierQuota())
                || memory.refusedMicros().filter(asked -> asked != current).isPresent();
        if (refused && memory.refusedMicros().isEmpty()) {
            problems.add("best-effort tier: its quota of " + wanted + " is refused, as below that of a group in it:"
                    + " its CPUs are limited instead until it is taken");
        }
        memory = memory.refusing(refused && wanted != current ? Optional.of(wanted) : Optional.empty());
    }

    boolean quotaIsRefused() {
        return memory.refusedMicros().isPresent();
    }

    private Intent.Target tierQuota() {
        return new Intent.Target(Knob.CPU_CFS_QUOTA, snapshot.tier().dir());
    }

    private void setQuota(long micros) {
        levels.add(List.of(Intent.of(Knob.CPU_CFS_QUOTA, snapshot.tier().dir(), micros, SuppressStrategy.NAME)
                .checked(Intent.Check.TEXT)));
    }

    void recoverQuota() {
        if (!memory.isRecovered(SuppressMethod.CFS_QUOTA)) {
            setQuota(CgroupFormat.UNLIMITED);
            Map<String, Long> quotas = new HashMap<>(memory.beside());
            quotas.replaceAll((uid, micros) -> CgroupFormat.UNLIMITED);
            beside.forEach(group -> setQuotaBeside(group, CgroupFormat.UNLIMITED));
            memory = memory.limitingBeside(quotas)
                    .refusing(Optional.empty())
                    .with(SuppressMethod.CFS_QUOTA, SuppressMemory.Status.RECOVERED);
        }
    }

    void limitCpuset(long allowanceMilliCpu) {
        memory = memory.with(SuppressMethod.CPUSET, SuppressMemory.Status.USING);
        announce();
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
            beside.forEach(group -> {
                setCpusBeside(group.dir(), wanted);
                group.containers().forEach(dir -> setCpusBeside(dir, wanted));
            });
        }
    }

    /** What it has now is for the writer to see. */
    private void setCpusBeside(String dir, CpuSet wanted) {
        levels.add(List.of(
                Intent.of(Knob.CPUSET_CPUS, dir, wanted, SuppressStrategy.NAME).checked(Intent.Check.RECHECKED)));
    }

    /** With the kubelet's static policy the kubelet owns tier and pods: only containers are narrowed. */
    private void limitContainers(CpuSet unsuppressed, CpuSet wanted) {
        giveBack(snapshot.tier().dir(), unsuppressed);
        groups.keySet().forEach(dir -> giveBack(dir, unsuppressed));
        groups.values().forEach(containers -> containers.forEach(dir -> setCpus(dir, wanted, wanted)));
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
            SuppressMemory.Groups all = groups();
            Instant now = snapshot.tick().at();
            if (memory.given()
                    .filter(last -> last.isFresh(all, unsuppressed, now) && tierHas(unsuppressed))
                    .isEmpty()) {
                giveBack(snapshot.tier().dir(), unsuppressed);
                groups.forEach((pod, containers) -> {
                    giveBack(pod, unsuppressed);
                    containers.forEach(dir -> giveBack(dir, unsuppressed));
                });
                memory = memory.giving(new SuppressMemory.Given(all, unsuppressed, now));
            }
            memory = memory.with(SuppressMethod.CPUSET, SuppressMemory.Status.RECOVERED);
        }
    }

    private SuppressMemory.Groups groups() {
        return new SuppressMemory.Groups(snapshot.tier().dir(), groups);
    }

    /** Whether nobody else took CPUs from the tier. */
    private boolean tierHas(CpuSet cpus) {
        return snapshot.tier().cpus().value().filter(cpus::equals).isPresent();
    }

    /** Containers that the scheduler placed keep what it gave them. */
    void recoverForCpuManager() {
        if (!canRecoverCpuset()) {
            return;
        }
        CpuSet unsuppressed = SuppressCpuset.unsuppressed(holders());
        SuppressMemory.Groups all = groups();
        List<PodInfo> pods = snapshot.cluster().pods();
        CgroupDriver driver = snapshot.paths().driver();
        Optional<SuppressMemory.Kept> before = memory.kept().filter(kept -> kept.isOf(all, unsuppressed, pods, driver));
        if (before.isPresent()) {
            add(before.get().levels());
        } else {
            int first = levels.size();
            giveToManaged(unsuppressed);
            List<List<Intent>> given = List.copyOf(levels.subList(first, levels.size()));
            memory = memory.keeping(new SuppressMemory.Kept(all, unsuppressed, pods, driver, given));
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
        groups.keySet().forEach(dir -> giveBack(dir, unsuppressed));
        groups.forEach((pod, containers) -> {
            if (!placed.contains(pod)) {
                containers.forEach(dir -> giveBack(dir, unsuppressed));
            }
        });
    }
}
