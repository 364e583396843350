package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * More is requested of an overcommitted resource than the node has of it by now. Only batch and mid resources count: of a plain resource
 * such pods could never free enough.
 *
 * @param batch name of the batch resource
 * @param mid name of the mid resource
 * @param excess in the arithmetic of the resource
 */
@PureCore
record OvercommitRule(Gate feature, String batch, String mid, Excess excess) {

    private static final double PERCENT = 100;

    /** What is requested beyond a share of what the node has. */
    interface Excess {
        double of(double requested, double allocatable, double share);
    }

    /** Priorities above those of mid pods are never evicted for this. */
    static final int HIGHEST_PRIORITY = 7999;

    /**
     * What to free.
     *
     * @param usage newest samples by uid of pods
     */
    Optional<EvictionTask> task(Scene scene, Thresholds thresholds, int highest, Map<String, Double> usage) {
        Map<String, Long> target = new LinkedHashMap<>();
        for (String resource : List.of(mid, batch)) {
            long requested = scene.pods().stream()
                    .filter(pod -> pod.eviction().ranks().priority() <= highest)
                    .filter(pod -> resource.equals(resourceOf(pod)))
                    .mapToLong(pod -> pod.eviction().request(resource))
                    .sum();
            excess(requested, scene.node().overcommitted().getOrDefault(resource, 0L), thresholds)
                    .ifPresent(amount -> target.put(resource, amount));
        }
        if (target.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Map<String, Long>> releases = new LinkedHashMap<>();
        for (PodInfo pod : scene.pods()) {
            String resource = resourceOf(pod);
            if (target.containsKey(resource)) {
                releases.put(pod.uid(), Map.of(resource, pod.eviction().request(resource)));
            }
        }
        List<Victim> victims = Candidates.byPriority(
                scene, feature, highest, usage, pod -> pod.eviction().request(resourceOf(pod)));
        return Optional.of(new EvictionTask(feature, EvictionTask.Counted.REQUESTED, target, victims, releases));
    }

    private OptionalLong excess(long requested, long allocatable, Thresholds thresholds) {
        if (requested <= 0) {
            return OptionalLong.empty();
        }
        if (allocatable <= 0) {
            return OptionalLong.of(requested);
        }
        boolean over = (double) requested / allocatable > thresholds.threshold() / PERCENT;
        return over
                ? OptionalLong.of(
                        (long) excess.of((double) requested, (double) allocatable, thresholds.lower() / PERCENT))
                : OptionalLong.empty();
    }

    private String resourceOf(PodInfo pod) {
        if (pod.priorityClass() == PriorityClass.MID) {
            return mid;
        }
        return pod.priorityClass() == PriorityClass.BATCH ? batch : "";
    }
}
