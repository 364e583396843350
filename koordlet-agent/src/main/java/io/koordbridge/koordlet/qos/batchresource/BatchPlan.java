package io.koordbridge.koordlet.qos.batchresource;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Limits of all pods, and what they were made of.
 *
 * @param pods of the node
 * @param rule that holds for all of them
 * @param driver names their groups
 * @param levels limits of pods, then of containers
 * @param problems bad container ids
 */
@PureCore
record BatchPlan(
        List<PodInfo> pods,
        BatchLimitRules.NodeRule rule,
        CgroupDriver driver,
        List<List<Intent>> levels,
        List<String> problems) {

    static final BatchPlan NONE =
            new BatchPlan(List.of(), BatchLimitRules.NodeRule.PLAIN, CgroupDriver.CGROUPFS, List.of(), List.of());

    /** The plan of a tick: this one when nothing changed. */
    BatchPlan next(List<PodInfo> nowPods, BatchLimitRules.NodeRule nowRule, CgroupPaths paths) {
        if (driver == paths.driver() && rule.equals(nowRule) && pods.equals(nowPods)) {
            return this;
        }
        Making making = new Making(paths);
        for (PodInfo pod : nowPods) {
            if (!pod.finished()) {
                BatchLimitRules.limits(pod, nowRule).ifPresent(limits -> making.add(pod, limits));
            }
        }
        return new BatchPlan(
                nowPods,
                nowRule,
                paths.driver(),
                List.of(List.copyOf(making.pods), List.copyOf(making.containers)),
                List.copyOf(making.problems));
    }

    /** What adds up. */
    private static final class Making {
        private final CgroupPaths paths;
        private final List<Intent> pods = new ArrayList<>();
        private final List<Intent> containers = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Making(CgroupPaths paths) {
            this.paths = paths;
        }

        void add(PodInfo pod, BatchLimits limits) {
            String podDir = paths.podDir(pod.kubeQos(), pod.uid());
            add(pods, podDir, limits.pod());
            for (ContainerInfo container : pod.containers()) {
                BatchLimits.Values values = limits.containers().get(container.name());
                if (values != null) {
                    containerDir(pod, podDir, container).ifPresent(dir -> add(containers, dir, values));
                }
            }
        }

        private Optional<String> containerDir(PodInfo pod, String podDir, ContainerInfo container) {
            try {
                return Optional.of(paths.containerDir(podDir, container.id()));
            } catch (IllegalArgumentException e) {
                problems.add("Pod/" + pod.fullName() + ": container " + container.name() + ": " + e.getMessage()
                        + "; it gets no limits of its own");
                return Optional.empty();
            }
        }

        private static void add(List<Intent> level, String dir, BatchLimits.Values values) {
            level.add(intent(Knob.CPU_SHARES, dir, values.cpuShares()));
            level.add(intent(Knob.CPU_CFS_QUOTA, dir, values.quotaMicros()));
            level.add(intent(Knob.MEMORY_LIMIT, dir, values.memoryLimitBytes()));
        }

        private static Intent intent(Knob<Long> knob, String dir, long value) {
            return Intent.of(knob, dir, value, BatchResourceStrategy.NAME).checked(Intent.Check.RECHECKED);
        }
    }
}
