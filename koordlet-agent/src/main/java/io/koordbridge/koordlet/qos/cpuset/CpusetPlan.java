package io.koordbridge.koordlet.qos.cpuset;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.SandboxGroup;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * CPUs of all containers, and what they were made of.
 *
 * @param levels values of pods, then of containers
 * @param problems lists of CPUs that cannot be read
 */
@PureCore
record CpusetPlan(Made of, List<List<Intent>> levels, List<String> problems) {

    static final CpusetPlan NONE = new CpusetPlan(
            new Made(List.of(), List.of(), Optional.empty(), List.of(), CgroupDriver.CGROUPFS, Optional.empty()),
            List.of(),
            List.of());

    /**
     * What a plan is made of.
     *
     * @param pods of the node
     * @param groups of each of them, those directly in the pod's, in the same order; none for pods behind the end of the list
     * @param driver names their groups
     * @param ofAllPods CPUs that all pods together may use; empty while unknown
     */
    record Made(
            List<PodInfo> pods,
            List<List<String>> groups,
            Optional<CpusetRule> rule,
            List<HostApplication> applications,
            CgroupDriver driver,
            Optional<CpuSet> ofAllPods) {}

    /** The plan of a tick: this one when nothing changed. */
    CpusetPlan next(Made now, CgroupPaths paths, boolean beCpuManager) {
        if (of.equals(now)) {
            return this;
        }
        Making making = new Making(paths, now.ofAllPods());
        for (int i = 0; i < now.pods().size(); i++) {
            PodInfo pod = now.pods().get(i);
            List<String> groups = i < now.groups().size() ? now.groups().get(i) : List.of();
            if (!pod.finished() && (beCpuManager || !pod.isBestEffort())) {
                making.add(pod, groups, CpusetRule.cpus(now.rule(), pod, beCpuManager));
            }
        }
        now.rule().ifPresent(rule -> now.applications().forEach(one -> making.add(one, rule)));
        return new CpusetPlan(
                now, List.of(List.copyOf(making.pods), List.copyOf(making.containers)), List.copyOf(making.problems));
    }

    /** What adds up. */
    private static final class Making {
        private final CgroupPaths paths;
        private final Optional<CpuSet> ofAllPods;
        private final List<Intent> pods = new ArrayList<>();
        private final List<Intent> containers = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Making(CgroupPaths paths, Optional<CpuSet> ofAllPods) {
            this.paths = paths;
            this.ofAllPods = ofAllPods;
        }

        void add(PodInfo pod, List<String> groups, Optional<String> text) {
            String podDir = paths.podDir(pod.kubeQos(), pod.uid());
            boolean ownCpus = pod.ownsCpus();
            Optional<CpuSet> cpus = text.flatMap(found -> parse(pod, found)).flatMap(found -> cut(pod, found));
            if (ownCpus) {
                pods.add(Intent.of(Knob.CPU_CFS_QUOTA, podDir, CgroupFormat.UNLIMITED, CpusetStrategy.NAME));
            }
            cpus.ifPresent(found -> sandbox(pod, podDir, groups).ifPresent(dir -> bind(dir, found)));
            for (ContainerInfo container : pod.containers()) {
                containerDir(podDir, container).ifPresent(dir -> {
                    cpus.ifPresent(found -> bind(dir, found));
                    if (ownCpus) {
                        containers.add(Intent.of(Knob.CPU_CFS_QUOTA, dir, CgroupFormat.UNLIMITED, CpusetStrategy.NAME));
                    }
                });
            }
        }

        private Optional<String> sandbox(PodInfo pod, String podDir, List<String> groups) {
            List<String> ids = pod.containers().stream().map(ContainerInfo::id).toList();
            try {
                return SandboxGroup.of(paths, podDir, ids, groups);
            } catch (IllegalArgumentException e) {
                // Of a runtime whose names are not known.
                return Optional.empty();
            }
        }

        private void bind(String dir, CpuSet cpus) {
            containers.add(Intent.of(Knob.CPUSET_CPUS, dir, cpus, CpusetStrategy.NAME)
                    .through(cpus)
                    .checked(Intent.Check.RECHECKED));
        }

        private Optional<String> containerDir(String podDir, ContainerInfo container) {
            try {
                return Optional.of(paths.containerDir(podDir, container.id()));
            } catch (IllegalArgumentException e) {
                // Named by the strategy that limits it, or not ours to limit.
                return Optional.empty();
            }
        }

        /** A list that the pods' group lacks altogether would give a container everything, or be refused. */
        private Optional<CpuSet> cut(PodInfo pod, CpuSet cpus) {
            CpuSet left = ofAllPods.map(cpus::intersection).orElse(cpus);
            if (left.isEmpty() && !cpus.isEmpty()) {
                problems.add("Pod/" + pod.fullName() + ": CPUs '" + cpus.format() + "': pods of this node have '"
                        + ofAllPods.map(CpuSet::format).orElse("") + "' only; its containers keep theirs");
            }
            return Optional.of(left).filter(found -> !found.isEmpty());
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
                String dir = paths.hostApplicationDir(application);
                if (paths.isOfKubelet(dir)) {
                    throw new IllegalArgumentException(
                            "group '" + dir + "' is not its own: want one below it; it keeps its CPUs");
                }
                bind(dir, CpuSet.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add("NodeSLO: hostApplications[" + application.name() + "]: " + e.getMessage());
            }
        }
    }
}
