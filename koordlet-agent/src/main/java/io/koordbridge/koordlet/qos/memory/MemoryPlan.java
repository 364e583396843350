package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.api.slo.MemoryQos;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodMemory;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values of all groups, and what they were made of.
 *
 * @param groups of the classes
 * @param problems container ids that are no names
 */
@PureCore
record MemoryPlan(
        Basis basis,
        Map<KubeQos, Map<Knob<Long>, Long>> groups,
        List<OfPod> pods,
        List<List<Intent>> levels,
        List<String> problems) {

    static final MemoryPlan NONE = new MemoryPlan(
            new Basis(List.of(), MemoryClasses.OFF, 0, Set.of()), Map.of(), List.of(), List.of(), List.of());

    /**
     * What values are made of.
     *
     * @param allocatableBytes memory of the node for pods
     * @param offered files that the kernel has
     */
    record Basis(List<PodInfo> pods, MemoryClasses classes, long allocatableBytes, Set<Knob<Long>> offered) {}

    /**
     * Of one pod.
     *
     * @param containers by name; those with a control group
     */
    record OfPod(PodInfo pod, Map<Knob<Long>, Long> values, Map<String, Map<Knob<Long>, Long>> containers) {}

    /** The plan of a tick: this one when nothing changed. */
    MemoryPlan next(Basis now, CgroupPaths paths) {
        return basis.equals(now) && !levels.isEmpty() ? this : of(now, paths);
    }

    /** A new one. */
    static MemoryPlan of(Basis now, CgroupPaths paths) {
        Sums sums = new Sums();
        List<OfPod> all = new ArrayList<>();
        for (PodInfo pod : now.pods()) {
            // Of a static pod the uid cannot be trusted.
            if (!pod.finished() && pod.eviction().evictable()) {
                MemoryQos qos = now.classes().of(pod.qos(), pod.overrides().get(MemoryOverride.KEY));
                sums.add(pod, qos);
                all.add(ofPod(pod, qos, now.allocatableBytes()));
            }
        }
        Map<KubeQos, Map<Knob<Long>, Long>> groups = new EnumMap<>(KubeQos.class);
        groups.put(KubeQos.GUARANTEED, sums.with(now.classes().lsr(), KubeQos.GUARANTEED));
        groups.put(KubeQos.BURSTABLE, sums.with(now.classes().ls(), KubeQos.BURSTABLE));
        groups.put(KubeQos.BEST_EFFORT, sums.with(now.classes().be(), KubeQos.BEST_EFFORT));
        Making making = new Making(paths, now.offered());
        groups.forEach((tier, values) ->
                making.add(tier == KubeQos.GUARANTEED ? making.top : making.tiers, paths.qosDir(tier), values));
        all.forEach(making::add);
        return new MemoryPlan(
                now,
                groups,
                List.copyOf(all),
                List.of(
                        List.copyOf(making.top),
                        List.copyOf(making.tiers),
                        List.copyOf(making.pods),
                        List.copyOf(making.containers)),
                List.copyOf(making.problems));
    }

    private static OfPod ofPod(PodInfo pod, MemoryQos qos, long allocatableBytes) {
        PodMemory memory = pod.batch().memory();
        Map<String, Map<Knob<Long>, Long>> containers = new LinkedHashMap<>();
        for (ContainerInfo container : pod.containers()) {
            PodMemory.Ask ask = memory.containers().getOrDefault(container.name(), PodMemory.NONE.pod());
            containers.put(container.name(), MemoryValues.container(qos, ask, allocatableBytes));
        }
        return new OfPod(pod, MemoryValues.pod(qos, memory.pod()), containers);
    }

    /** Protection of the pods below each group; the group of all pods has that of all. */
    private static final class Sums {
        private final Map<KubeQos, long[]> byTier = new EnumMap<>(KubeQos.class);
        private final long[] all = new long[2];

        void add(PodInfo pod, MemoryQos qos) {
            long request = pod.batch().memory().pod().requestBytes();
            long[] sum = byTier.computeIfAbsent(pod.kubeQos(), one -> new long[2]);
            add(sum, request, qos);
            add(all, request, qos);
        }

        private static void add(long[] sum, long request, MemoryQos qos) {
            sum[0] += MemoryValues.part(request, qos.minLimitPercent());
            sum[1] += MemoryValues.part(request, qos.lowLimitPercent());
        }

        Map<Knob<Long>, Long> with(MemoryQos qos, KubeQos tier) {
            Map<Knob<Long>, Long> values = MemoryValues.group(qos);
            long[] sum = tier == KubeQos.GUARANTEED ? all : byTier.get(tier);
            if (sum != null) {
                values.put(Knob.MEMORY_MIN, sum[0]);
                values.put(Knob.MEMORY_LOW, sum[1]);
            }
            return values;
        }
    }

    /** Intents that add up. */
    private static final class Making {
        private final CgroupPaths paths;
        private final Set<Knob<Long>> offered;
        private final List<Intent> top = new ArrayList<>();
        private final List<Intent> tiers = new ArrayList<>();
        private final List<Intent> pods = new ArrayList<>();
        private final List<Intent> containers = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Making(CgroupPaths paths, Set<Knob<Long>> offered) {
            this.paths = paths;
            this.offered = offered;
        }

        void add(OfPod one) {
            String podDir = paths.podDir(one.pod().kubeQos(), one.pod().uid());
            add(pods, podDir, one.values());
            for (ContainerInfo container : one.pod().containers()) {
                try {
                    add(
                            containers,
                            paths.containerDir(podDir, container.id()),
                            one.containers().getOrDefault(container.name(), Map.of()));
                } catch (IllegalArgumentException e) {
                    problems.add("Pod/" + one.pod().fullName() + ": container " + container.name() + ": "
                            + e.getMessage() + "; its memory is not protected");
                }
            }
        }

        void add(List<Intent> level, String dir, Map<Knob<Long>, Long> values) {
            values.forEach((knob, value) -> {
                if (offered.contains(knob)) {
                    Intent intent = Intent.of(knob, dir, value, MemoryQosStrategy.NAME);
                    level.add(intent.checked(
                            MemoryValues.isNeutral(knob, value) ? Intent.Check.GIVEN_BACK : Intent.Check.YIELDING));
                }
            });
        }
    }
}
