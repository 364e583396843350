package io.koordbridge.capacity.batchresource;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent reported.
 *
 * @param updateTime when it reported, never after we saw that; null when it never did
 * @param hasNodeMetric whether the report holds the node's own part, and no usage below zero that no request can stand in for
 * @param system usage of the node outside pods and host applications
 * @param pods usage by pod, in the order reported
 * @param hostHighPriority usage of host applications of class prod and mid
 * @param hostProd usage of host applications of class prod
 * @param node usage of the whole node, null unless both cpu and memory were reported
 * @param prodReclaimable what prod pods request but are predicted not to need; zero when not reported
 */
public record NodeUsage(
        @Nullable Instant updateTime,
        boolean hasNodeMetric,
        CpuMemory system,
        List<PodUsage> pods,
        CpuMemory hostHighPriority,
        CpuMemory hostProd,
        @Nullable CpuMemory node,
        CpuMemory prodReclaimable) {

    /** The usage of a node whose agent did not report yet. */
    public static final NodeUsage NEVER_REPORTED =
            new NodeUsage(null, false, CpuMemory.ZERO, List.of(), CpuMemory.ZERO, CpuMemory.ZERO, null, CpuMemory.ZERO);

    public NodeUsage {
        pods = List.copyOf(pods);
    }

    /** The same report, first seen at a time of our clock: a time of its own that is ahead keeps it no longer fresh. */
    public NodeUsage notAfter(Instant seenAt) {
        return updateTime == null || !updateTime.isAfter(seenAt)
                ? this
                : new NodeUsage(seenAt, hasNodeMetric, system, pods, hostHighPriority, hostProd, node, prodReclaimable);
    }

    /** The same report of a node of this size: a prediction above it cannot be and counts as none. */
    NodeUsage within(CpuMemory capacity) {
        CpuMemory possible = prodReclaimable.zeroAbove(capacity);
        return possible.equals(prodReclaimable) ? this : with(system, possible, pods);
    }

    /** What was measured of all but batch pods and batch host applications; what is not known counts as nothing. */
    public CpuMemory online() {
        return pods.stream()
                .filter(pod -> !pod.lowPriority())
                .map(PodUsage::dangling)
                .reduce(system.plus(hostHighPriority), CpuMemory::plus);
    }

    /** The same report with other usages of the system and of pods, and another prediction. */
    public NodeUsage with(CpuMemory newSystem, CpuMemory newReclaimable, List<PodUsage> newPods) {
        return new NodeUsage(
                updateTime, hasNodeMetric, newSystem, newPods, hostHighPriority, hostProd, node, newReclaimable);
    }

    /**
     * Usage of one pod.
     *
     * @param key namespace/name
     * @param usage as reported; a side below zero is not known, because the report lacks it or shows what cannot be
     * @param lowPriority class batch or free, as reported
     */
    public record PodUsage(String key, CpuMemory usage, boolean lowPriority) {

        /** What counts for a pod with these requests: they stand in for what is not known, so that a bad report frees nothing. */
        public CpuMemory of(CpuMemory requests) {
            return usage.orIfNegative(requests);
        }

        /** Whether a side is not known. */
        boolean isNotKnown() {
            return usage.anyNegative();
        }

        /** What counts without a pod. */
        CpuMemory dangling() {
            return usage.atLeastZero();
        }
    }
}
