package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** When memory is short; specification section 13.4. Bytes. */
@PureCore
final class MemoryRules {

    private static final long PERCENT = 100;
    private static final OvercommitRule OVERCOMMIT = new OvercommitRule(
            Gate.MEMORY_ALLOCATABLE_EVICT,
            ResourceNames.BATCH_MEMORY,
            ResourceNames.MID_MEMORY,
            (requested, allocatable, share) -> (requested / allocatable - share) * allocatable);

    private static final List<Assessment.Rule> RULES = List.of(
            new Assessment.Rule(Gate.BE_MEMORY_EVICT, MemoryRules::bestEffort),
            new Assessment.Rule(Gate.MEMORY_ALLOCATABLE_EVICT, MemoryRules::overcommitted),
            new Assessment.Rule(Gate.MEMORY_EVICT, MemoryRules::anyPriority));

    private MemoryRules() {}

    static Assessment assess(Set<Gate> on, Scene scene) {
        return scene.node().capacityBytes() <= 0 ? Assessment.NOTHING : Assessment.of(RULES, on, scene);
    }

    private static Optional<EvictionTask> bestEffort(Scene scene) {
        Map<String, Double> usage = scene.facts().podBytes();
        return excess(scene)
                .map(bytes -> used(
                        scene,
                        Gate.BE_MEMORY_EVICT,
                        bytes,
                        Candidates.running(
                                scene,
                                Gate.BE_MEMORY_EVICT,
                                pod -> usage.getOrDefault(pod.uid(), 0.0),
                                work -> work.bytes().orElse(0))));
    }

    private static Optional<EvictionTask> anyPriority(Scene scene) {
        Integer highest = scene.thresholds().evictEnabledPriorityThreshold();
        int limit = Thresholds.priority("evictEnabledPriorityThreshold", highest, Integer.MAX_VALUE);
        Map<String, Double> usage = scene.facts().podBytes();
        return excess(scene)
                .map(bytes -> used(
                        scene,
                        Gate.MEMORY_EVICT,
                        bytes,
                        Candidates.byPriority(
                                scene, Gate.MEMORY_EVICT, limit, usage, pod -> usage.getOrDefault(pod.uid(), 0.0))));
    }

    private static Optional<EvictionTask> overcommitted(Scene scene) {
        ResourceThresholdStrategy given = scene.thresholds();
        Thresholds thresholds = Thresholds.required(
                "memoryAllocatableEvictThresholdPercent",
                given.memoryAllocatableEvictThresholdPercent(),
                "memoryAllocatableEvictLowerPercent",
                given.memoryAllocatableEvictLowerPercent());
        int highest = Thresholds.priority(
                "allocatableEvictPriorityThreshold",
                given.allocatableEvictPriorityThreshold(),
                OvercommitRule.HIGHEST_PRIORITY);
        return OVERCOMMIT.task(scene, thresholds, highest, scene.facts().podBytes());
    }

    /**
     * Bytes above the lower threshold once the threshold is reached; empty below it, and while usage is unknown. Huge pages that were set
     * aside count neither as used nor as capacity: no eviction frees them.
     */
    private static Optional<Long> excess(Scene scene) {
        Thresholds thresholds = Thresholds.withBuffer(
                "memoryEvictThresholdPercent",
                scene.thresholds().memoryEvictThresholdPercent(),
                "memoryEvictLowerPercent",
                scene.thresholds().memoryEvictLowerPercent());
        if (scene.facts().nodeBytes().isEmpty()) {
            return Optional.empty();
        }
        long hugePages = (long) scene.facts().hugePageBytes();
        long capacity = scene.node().capacityBytes() - hugePages;
        if (capacity <= 0) {
            return Optional.empty();
        }
        long usedBytes = Math.max(0, (long) scene.facts().nodeBytes().getAsDouble() - hugePages);
        long percent = usedBytes * PERCENT / capacity;
        return percent < thresholds.threshold()
                ? Optional.empty()
                : Optional.of(capacity * (percent - thresholds.lower()) / PERCENT);
    }

    private static EvictionTask used(Scene scene, Gate feature, long bytes, List<Victim> victims) {
        Map<String, Map<String, Long>> releases = new HashMap<>();
        scene.facts().podBytes().forEach((uid, used) -> releases.put(uid, memory(used)));
        scene.facts()
                .yarn()
                .forEach(work -> releases.put(work.id(), memory(work.bytes().orElse(0))));
        return new EvictionTask(
                feature, EvictionTask.Counted.USED, Map.of(ResourceNames.MEMORY, bytes), victims, releases);
    }

    private static Map<String, Long> memory(double bytes) {
        return Map.of(ResourceNames.MEMORY, (long) bytes);
    }
}
