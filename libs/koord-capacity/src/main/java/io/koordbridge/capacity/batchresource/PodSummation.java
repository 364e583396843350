package io.koordbridge.capacity.batchresource;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Sums of high-priority work of a node or a zone while they are made. */
final class PodSummation {

    private final boolean missingCountInMax;
    private CpuMemory request = CpuMemory.ZERO;
    private CpuMemory used = CpuMemory.ZERO;
    private CpuMemory max = CpuMemory.ZERO;
    private CpuMemory dangling = CpuMemory.ZERO;
    private int counted;
    private int missing;
    private int notKnown;
    private int danglingCount;

    /**
     * Nothing is counted yet.
     *
     * @param missingCountInMax whether a pod without metric also counts with its requests in the maximum: in zones it does, on the
     *     node it does not
     */
    PodSummation(boolean missingCountInMax) {
        this.missingCountInMax = missingCountInMax;
    }

    /** Goes through the high-priority pods with their usage, and the usage of metrics whose pod is not there. */
    static void through(
            NodeSnapshot node,
            NodeUsage usage,
            BiConsumer<PodDemand, Optional<PodUsage>> pods,
            Consumer<CpuMemory> danglingMetrics) {
        Map<String, PodUsage> unmatched = new HashMap<>();
        usage.pods().forEach(metric -> unmatched.put(metric.key(), metric));
        for (PodDemand pod : node.pods()) {
            if (pod.active()) {
                PodUsage metric = unmatched.remove(pod.key());
                if (pod.highPriority()) {
                    pods.accept(pod, Optional.ofNullable(metric));
                }
            }
        }
        unmatched.values().stream()
                .filter(metric -> !metric.lowPriority())
                .map(PodUsage::dangling)
                .forEach(danglingMetrics);
    }

    /** A whole pod. */
    void addPod(PodDemand pod, Optional<PodUsage> metric) {
        if (metric.filter(PodUsage::isNotKnown).isPresent()) {
            notKnown++;
        }
        addPod(pod, pod.requests(), metric.map(one -> one.of(pod.requests())));
    }

    /** A pod, or its share of a zone. */
    void addPod(PodDemand pod, CpuMemory requests, Optional<CpuMemory> usage) {
        counted++;
        request = request.plus(requests);
        if (usage.isPresent()) {
            used = used.plus(BatchFormula.used(pod, requests, usage.get()));
            max = max.plus(requests.max(usage.get()));
        } else {
            missing++;
            used = used.plus(requests);
            max = missingCountInMax ? max.plus(requests) : max;
        }
    }

    void addDangling(CpuMemory usage) {
        danglingCount++;
        dangling = dangling.plus(usage);
    }

    PodSums total() {
        return new PodSums(
                request,
                used.plus(dangling),
                max.plus(dangling),
                dangling,
                new PodSums.Counts(counted, missing, notKnown, danglingCount));
    }
}
