package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.CpuSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes cpusets of the best-effort tier in an order that the kernel takes: parents widen first and narrow last. */
final class CpusetWriter {

    static final String REASON = "cpu-suppress";

    private final CgroupExecutor executor;

    CpusetWriter(CgroupExecutor executor) {
        this.executor = executor;
    }

    /** The same set for tier, pods and containers. */
    void apply(CpuSet current, CpuSet wanted) {
        List<String> downward = BestEffortDirs.of(executor.tree()).downward();
        String union = current.union(wanted).format();
        downward.forEach(dir -> write(dir, union));
        List<String> upward = new ArrayList<>(downward);
        Collections.reverse(upward);
        upward.forEach(dir -> write(dir, wanted.format()));
    }

    /** With the kubelet's static policy the kubelet owns tier and pods: only containers are narrowed. */
    void applyToContainers(CpuSet unsuppressed, CpuSet wanted) {
        BestEffortDirs dirs = BestEffortDirs.of(executor.tree());
        write(dirs.tier(), unsuppressed.format());
        dirs.pods().keySet().forEach(dir -> write(dir, unsuppressed.format()));
        dirs.containers().forEach(dir -> write(dir, wanted.format()));
    }

    /** Gives back everything, parents first. */
    void recover(CpuSet unsuppressed) {
        BestEffortDirs.of(executor.tree()).downward().forEach(dir -> write(dir, unsuppressed.format()));
    }

    /** Gives back everything but the containers of some pods. */
    void recoverExceptContainersBelow(CpuSet unsuppressed, List<String> podDirs) {
        BestEffortDirs dirs = BestEffortDirs.of(executor.tree());
        write(dirs.tier(), unsuppressed.format());
        dirs.pods().keySet().forEach(dir -> write(dir, unsuppressed.format()));
        dirs.containers().stream()
                .filter(dir -> podDirs.stream().noneMatch(pod -> dir.startsWith(pod + "/")))
                .forEach(dir -> write(dir, unsuppressed.format()));
    }

    private void write(String dir, String cpus) {
        if (!cpus.isEmpty()) {
            executor.update(new CgroupUpdate(Knob.CPUSET_CPUS, dir, cpus, REASON));
        }
    }
}
