package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.FileWords;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.UpdateResult;
import io.koordbridge.koordlet.load.NodeLoad;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the decision of a round on the kernel's files, and remembers which of the two methods is in use. One thread. */
public final class Suppressor {

    /** State of a method. */
    public enum Status {
        USING,
        RECOVERED
    }

    private static final Logger LOG = LoggerFactory.getLogger(Suppressor.class);

    private final CgroupReader reader;
    private final CgroupExecutor executor;
    private final CpusetWriter cpusets;
    private final Consumer<String> problems;
    private final Map<SuppressMethod, Status> statuses;

    /**
     * A suppressor.
     *
     * @param statuses of an earlier life, empty at first
     * @param problems is told of annotations that do not decode
     */
    public Suppressor(
            CgroupReader reader,
            CgroupExecutor executor,
            Map<SuppressMethod, Status> statuses,
            Consumer<String> problems) {
        this.reader = reader;
        this.executor = executor;
        this.cpusets = new CpusetWriter(executor);
        this.statuses = new EnumMap<>(SuppressMethod.class);
        this.statuses.putAll(statuses);
        this.problems = problems;
    }

    /** One round; what it decided. */
    public SuppressDecision round(SuppressRound round) {
        SuppressDecision decision = SuppressPolicy.decide(round.policy());
        switch (decision.action()) {
            case NOTHING -> LOG.debug("suppress does nothing reason={}", decision.reason());
            case RECOVER -> {
                recoverQuota();
                recoverCpuset(round);
            }
            case RECOVER_FOR_CPU_MANAGER -> {
                recoverQuota();
                recoverForCpuManager(round);
            }
            case LIMIT_BY_QUOTA -> {
                limitQuota(decision, round);
                statuses.put(SuppressMethod.CFS_QUOTA, Status.USING);
                recoverCpuset(round);
            }
            case LIMIT_BY_CPUSET -> {
                limitCpuset(decision.allowanceMilliCpu(), round);
                statuses.put(SuppressMethod.CPUSET, Status.USING);
                recoverQuota();
            }
        }
        return decision;
    }

    public Map<SuppressMethod, Status> statuses() {
        return Map.copyOf(statuses);
    }

    /** Gives back what is still taken; the last act of the process. */
    public void recoverAll(SuppressRound round) {
        if (statuses.get(SuppressMethod.CFS_QUOTA) == Status.USING) {
            recoverQuota();
        }
        if (statuses.get(SuppressMethod.CPUSET) == Status.USING) {
            recoverCpuset(round);
        }
    }

    private CgroupTree tree() {
        return reader.tree();
    }

    private void limitQuota(SuppressDecision decision, SuppressRound round) {
        String tier = tree().paths().bestEffortDir();
        long capacity = round.policy().load().map(NodeLoad::capacityMilliCpu).orElse(0L);
        applyQuota(tier, decision.allowanceMilliCpu(), capacity);
    }

    /** Writes the next quota of the tier. */
    void applyQuota(String tier, long allowanceMilliCpu, long capacityMilliCpu) {
        long current;
        try {
            current = reader.quotaMicros(tier);
        } catch (IOException e) {
            unreadable("quota", e);
            return;
        }
        OptionalLong next = SuppressQuota.next(allowanceMilliCpu, capacityMilliCpu, current);
        if (next.isPresent() && next.getAsLong() != current) {
            writeQuota(tier, next.getAsLong());
        }
    }

    private void unreadable(String what, IOException e) {
        problems.accept(
                "best-effort tier: its " + what + " cannot be read, nothing is suppressed by it: " + FileWords.of(e));
    }

    private UpdateResult writeQuota(String tier, long micros) {
        return executor.updateNow(
                new CgroupUpdate(Knob.CPU_CFS_QUOTA, tier, Long.toString(micros), CpusetWriter.REASON));
    }

    private void recoverQuota() {
        if (statuses.get(SuppressMethod.CFS_QUOTA) == Status.RECOVERED) {
            return;
        }
        UpdateResult result = writeQuota(tree().paths().bestEffortDir(), CgroupFormat.UNLIMITED);
        if (!result.failed()) {
            statuses.put(SuppressMethod.CFS_QUOTA, Status.RECOVERED);
        }
    }

    /** Writes the next cpuset of the tier and all below it. */
    void limitCpuset(long allowanceMilliCpu, SuppressRound round) {
        if (round.topology().isEmpty()) {
            return;
        }
        CpuSet current;
        try {
            current = reader.cpus(tree().paths().bestEffortDir());
        } catch (IOException e) {
            unreadable("cpuset", e);
            return;
        }
        CpuHolders holders = holders(round);
        CpuSet wanted = SuppressCpuset.next(allowanceMilliCpu, current, holders);
        if (wanted.isEmpty()) {
            LOG.debug("no cpu to choose allowanceMilliCpu={}", allowanceMilliCpu);
        } else if (CpuHoldersReader.kubeletIsStatic(round.topology().get(), problems)) {
            cpusets.applyToContainers(SuppressCpuset.unsuppressed(holders), wanted);
        } else {
            cpusets.apply(current, wanted);
        }
    }

    private CpuHolders holders(SuppressRound round) {
        return CpuHoldersReader.read(round.processors(), round.topology().orElse(Map.of()), round.pods(), problems);
    }

    private void recoverCpuset(SuppressRound round) {
        if (round.processors().isEmpty() || round.topology().isEmpty()) {
            return;
        }
        cpusets.recover(SuppressCpuset.unsuppressed(holders(round)));
        statuses.put(SuppressMethod.CPUSET, Status.RECOVERED);
    }

    private void recoverForCpuManager(SuppressRound round) {
        if (round.processors().isEmpty() || round.topology().isEmpty()) {
            return;
        }
        List<String> placed = round.pods().stream()
                .filter(pod -> pod.placement().byScheduler())
                .map(pod -> tree().paths().podDir(pod.kubeQos(), pod.uid()))
                .toList();
        cpusets.recoverExceptContainersBelow(SuppressCpuset.unsuppressed(holders(round)), placed);
        statuses.put(SuppressMethod.CPUSET, Status.RECOVERED);
    }
}
