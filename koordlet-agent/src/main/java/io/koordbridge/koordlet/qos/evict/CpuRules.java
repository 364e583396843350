package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.policy.evict.Satisfaction;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** When CPU is short; specification section 13.3. Milli-cores. */
@PureCore
final class CpuRules {

    private static final long PERCENT = 100;
    private static final double MILLI = 1000;
    private static final String BY_ALLOCATABLE = "evictByAllocatable";
    private static final OvercommitRule OVERCOMMIT = new OvercommitRule(
            Gate.CPU_ALLOCATABLE_EVICT,
            ResourceNames.BATCH_CPU,
            ResourceNames.MID_CPU,
            (requested, allocatable, share) -> requested - share * allocatable);

    private static final List<Assessment.Rule> RULES = List.of(
            new Assessment.Rule(Gate.BECPU_EVICT, CpuRules::bestEffort),
            new Assessment.Rule(Gate.CPU_ALLOCATABLE_EVICT, CpuRules::overcommitted),
            new Assessment.Rule(Gate.CPU_EVICT, CpuRules::anyPriority));

    private CpuRules() {}

    static Assessment assess(Set<Gate> on, Scene scene) {
        return scene.node().capacityMilliCpu() <= 0 ? Assessment.NOTHING : Assessment.of(RULES, on, scene);
    }

    private static Optional<EvictionTask> bestEffort(Scene scene) {
        Satisfaction satisfaction = SatisfactionReader.read(scene.thresholds());
        OptionalDouble fixedLimit = BY_ALLOCATABLE.equals(scene.thresholds().cpuEvictPolicy())
                ? OptionalDouble.of(
                        Satisfaction.limit(scene.node().overcommitted().get(ResourceNames.BATCH_CPU)))
                : OptionalDouble.empty();
        long release = scene.facts()
                .bestEffort()
                .filter(window -> Satisfaction.isCovered(window.covered(), window.seconds()))
                .map(window -> satisfaction.release(window.mean(), window.last(), fixedLimit))
                .orElse(0L);
        if (release <= 0) {
            return Optional.empty();
        }
        Map<String, Map<String, Long>> releases = new HashMap<>();
        scene.pods()
                .forEach(pod -> releases.put(
                        pod.uid(), Map.of(ResourceNames.BATCH_CPU, pod.batch().requestMilliCpu())));
        scene.facts().yarn().forEach(work -> releases.put(work.id(), Map.of(ResourceNames.BATCH_CPU, work.milliCpu())));
        return Optional.of(new EvictionTask(
                Gate.BECPU_EVICT,
                EvictionTask.Counted.REQUESTED,
                Map.of(ResourceNames.BATCH_CPU, release),
                Candidates.bestEffort(
                        scene,
                        Gate.BECPU_EVICT,
                        pod -> share(scene.facts().podCores().getOrDefault(pod.uid(), 0.0), requested(pod)),
                        work -> share(work.cores().orElse(0), work.milliCpu())),
                releases));
    }

    private static long requested(PodInfo pod) {
        return pod.batch().requestMilliCpu();
    }

    private static double share(double cores, long requestedMilliCpu) {
        return requestedMilliCpu == 0 ? 0 : cores * MILLI / requestedMilliCpu;
    }

    private static Optional<EvictionTask> overcommitted(Scene scene) {
        ResourceThresholdStrategy given = scene.thresholds();
        Thresholds thresholds = Thresholds.required(
                "cpuAllocatableEvictThresholdPercent",
                given.cpuAllocatableEvictThresholdPercent(),
                "cpuAllocatableEvictLowerPercent",
                given.cpuAllocatableEvictLowerPercent());
        int highest = Thresholds.priority(
                "allocatableEvictPriorityThreshold",
                given.allocatableEvictPriorityThreshold(),
                OvercommitRule.HIGHEST_PRIORITY);
        return OVERCOMMIT.task(scene, thresholds, highest, scene.facts().podCores());
    }

    private static Optional<EvictionTask> anyPriority(Scene scene) {
        ResourceThresholdStrategy given = scene.thresholds();
        Thresholds thresholds = Thresholds.withBuffer(
                "cpuEvictThresholdPercent",
                given.cpuEvictThresholdPercent(),
                "cpuEvictLowerPercent",
                given.cpuEvictLowerPercent());
        int highest = Thresholds.priority(
                "evictEnabledPriorityThreshold", given.evictEnabledPriorityThreshold(), Integer.MAX_VALUE);
        if (scene.nodeCores().isEmpty()) {
            return Optional.empty();
        }
        long capacity = scene.node().capacityMilliCpu();
        long usedMilliCpu = (long) (scene.nodeCores().getAsDouble() * MILLI);
        long percent = usedMilliCpu * PERCENT / capacity;
        if (percent < thresholds.threshold()) {
            return Optional.empty();
        }
        Map<String, Double> usage = scene.facts().podCores();
        Map<String, Map<String, Long>> releases = new HashMap<>();
        usage.forEach((uid, cores) -> releases.put(uid, Map.of(ResourceNames.CPU, (long) (cores * MILLI))));
        return Optional.of(new EvictionTask(
                Gate.CPU_EVICT,
                EvictionTask.Counted.USED,
                Map.of(ResourceNames.CPU, capacity * (percent - thresholds.lower()) / PERCENT),
                Candidates.byPriority(scene, Gate.CPU_EVICT, highest, usage, pod -> usage.getOrDefault(pod.uid(), 0.0)),
                releases));
    }
}
